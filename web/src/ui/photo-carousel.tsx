import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import {
  useState,
  type Dispatch,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SetStateAction,
} from 'react';
import { cx } from './cx.ts';
import { iconButtonClass } from './icon-button.tsx';
import { Photo, type PhotoSource } from './photo.tsx';
import { wrapIndex } from './swipe.ts';
import { useSwipe } from './use-swipe.ts';

type Props = {
  photos: readonly PhotoSource[];
  /** The person's name; each photo is labelled with it and its number. */
  name: string;
  /** State of the parent: carousels that share it show the same photo. */
  place: [number, Dispatch<SetStateAction<number>>];
  /** A clickable row below instead of bars along the top. */
  dots?: boolean | undefined;
  sizes: string;
  eager: boolean | undefined;
  /** `--covered` is how much of the lower edge is covered by another element. */
  className?: string | undefined;
  /** Called for a tap in the middle; taps at the sides turn the photos. */
  onOpen?: (() => void) | undefined;
  /** Rendered over the photos: badges, a gradient with the name, a link that covers the card and takes every tap. */
  children?: ReactNode;
};

/**
 * Shows photos in 3:4, one at a time, in a ring. Swiping or dragging sideways turns them and suppresses the click
 * that ends the drag; arrow buttons, dots and the arrow keys do the same.
 */
export function PhotoCarousel({
  photos,
  name,
  place: [position, setPosition],
  dots,
  sizes,
  eager,
  className,
  onOpen,
  children,
}: Props) {
  const count = photos.length;
  // Neighbouring photos load when the user shows interest, not for every card of a long list.
  const [touched, setTouched] = useState(false);
  const touch = () => setTouched(true);
  const turn = (step: number) => setPosition((at) => at + step);
  const { drag, handlers } = useSwipe(count > 1, turn);
  const current = wrapIndex(position, count);
  const shown = touched && count > 1 ? [position - 1, position, position + 1] : [position];

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || count < 2) return;
    event.preventDefault();
    turn(step);
  };
  // Taps on the outer fifths of the upper part turn the photos, unless an element over them takes the tap.
  const onTap = (event: MouseEvent<HTMLElement>) => {
    handlers.onClickCapture(event);
    // A click by keyboard has no pointer position.
    if (children || event.defaultPrevented || event.detail === 0) return;
    if (event.target instanceof Element && event.target.closest('button')) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - left) / width;
    if (count > 1 && (x < 0.2 || x > 0.8) && event.clientY - top < height * 0.65) {
      event.preventDefault();
      event.stopPropagation();
      turn(x < 0.5 ? -1 : 1);
    } else onOpen?.();
  };
  return (
    // The handlers only add gestures and arrow keys to what the buttons inside already do.
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label={`Photos of ${name}`}
      onKeyDown={onKeyDown}
      // Dragging a link or an image out of the page would end the swipe.
      onDragStart={(event) => event.preventDefault()}
      {...handlers}
      onClickCapture={onTap}
      onPointerOver={touch}
      onFocusCapture={touch}
      className={cx(
        'group/carousel relative aspect-3/4 touch-pan-y overflow-hidden bg-sunken select-none',
        className,
      )}
    >
      {shown.map((at) => {
        const index = wrapIndex(at, count);
        return (
          <div
            key={at}
            aria-hidden={at !== position}
            className={cx(
              'absolute inset-0',
              drag === null && 'transition-transform duration-240 ease-sheet',
            )}
            style={{ transform: `translateX(calc(${(at - position) * 100}% + ${drag ?? 0}px))` }}
          >
            <Photo
              photo={photos[index]}
              alt={count > 1 ? `${name}, photo ${index + 1} of ${count}` : name}
              sizes={sizes}
              eager={eager && at === position}
              className="photo-waits size-full"
            />
          </div>
        );
      })}
      {children}
      {count > 1 && (
        <>
          <Indicator dots={dots} photos={photos} current={current} onPick={(at) => turn(at - current)} />
          <Arrow icon={ChevronLeft} label="Previous photo" onClick={() => turn(-1)} className="left-3" />
          <Arrow icon={ChevronRight} label="Next photo" onClick={() => turn(1)} className="right-3" />
          <span role="status" className="sr-only">
            {touched ? `Photo ${current + 1} of ${count}` : ''}
          </span>
        </>
      )}
    </div>
  );
}

type ArrowProps = { icon: LucideIcon; label: string; onClick: () => void; className: string };

function Arrow({ icon: Icon, label, onClick, className }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={cx(
        iconButtonClass('onPhoto'),
        'absolute inset-y-0 z-10 my-auto opacity-0 transition-opacity duration-160 not-focus-visible:pointer-events-none',
        'focus-visible:opacity-100 lg:group-hover/carousel:pointer-events-auto lg:group-hover/carousel:opacity-100',
        className,
      )}
    >
      <Icon className="size-6" />
    </button>
  );
}

type IndicatorProps = Pick<Props, 'photos' | 'dots'> & {
  current: number;
  onPick: (at: number) => void;
};

function Indicator({ dots, photos, current, onPick }: IndicatorProps) {
  if (!dots) {
    return (
      <div aria-hidden className="pointer-events-none absolute inset-x-3 top-2.5 flex gap-1">
        {photos.map((_, at) => (
          <span key={at} className={cx('photo-place h-1 flex-1', at === current && 'bg-white')} />
        ))}
      </div>
    );
  }
  return (
    <div className="absolute inset-x-16 bottom-[calc(0.5rem+var(--covered,0px))] z-10 flex justify-center">
      {photos.map((_, at) => (
        <button
          key={at}
          type="button"
          aria-label={`Photo ${at + 1}`}
          aria-current={at === current ? true : undefined}
          onClick={() => onPick(at)}
          className="grid size-11 place-items-center rounded-small focus-visible:bg-black/50 focus-visible:-outline-offset-2 focus-visible:outline-white"
        >
          <span className={cx('photo-place h-1.5 w-3/5', at === current && 'bg-white')} />
        </button>
      ))}
    </div>
  );
}
