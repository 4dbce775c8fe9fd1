import { cx } from '../../../ui/cx.ts';
import { Photo, type PhotoSource } from '../../../ui/photo.tsx';
import { PinMark } from '../../../ui/pin-mark.tsx';

type Face = PhotoSource | null | undefined;
type Props = { mine: Face; theirs: Face; small?: boolean };

/** The photos of two people with the pin between them; large, the pin falls into its place. */
export function BothFaces({ mine, theirs, small = false }: Props) {
  const face = cx('aspect-3/4 rounded-card border-4 border-raised shadow-float', small ? 'w-24' : 'w-36');
  const sizes = small ? '96px' : '144px';
  return (
    <div className="relative mx-auto flex w-full max-w-xs justify-center py-5">
      <Photo photo={mine} alt="" eager sizes={sizes} className={cx(face, '-rotate-6')} />
      <Photo photo={theirs} alt="" eager sizes={sizes} className={cx(face, '-ms-5 translate-y-3 rotate-6')} />
      <span
        className={cx(
          'absolute inset-0 m-auto grid translate-y-2 place-items-center rounded-chip bg-signal text-white shadow-float',
          small ? 'size-11' : 'size-15 animate-[pin-fall_480ms_cubic-bezier(0.3,1.3,0.5,1)_both]',
        )}
      >
        <PinMark className={small ? 'size-6' : 'size-9'} />
      </span>
    </div>
  );
}
