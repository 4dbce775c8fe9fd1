import { useState, type ComponentProps } from 'react';
import { cx } from './cx.ts';
import { PinMark } from './pin-mark.tsx';

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  /** What pressing does, with the person's name: `Pin Ada`. */
  label: string;
  /** Where there is room, the label is also shown beside the pin. */
  spacious?: boolean | undefined;
  /** Already pinned: the button stays pressed and does nothing more. */
  pinned?: boolean | undefined;
  busy?: boolean | undefined;
};

/** The product's main action. When pressed, the pin drops and its ring pulses once. */
export function PinButton({
  label,
  spacious,
  pinned = false,
  busy = false,
  className,
  onClick,
  ...rest
}: Props) {
  const [drops, setDrops] = useState(0);
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      aria-pressed={pinned}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        event.stopPropagation();
        if (busy || pinned) return;
        setDrops(drops + 1);
        onClick?.(event);
      }}
      className={cx(
        'relative grid size-[60px] shrink-0 place-items-center rounded-chip bg-signal text-white shadow-float',
        'pressable hover:bright-110 active:scale-92',
        'outline-offset-3 focus-visible:outline-3',
        className,
      )}
    >
      {drops > 0 && (
        <span
          key={drops}
          aria-hidden
          className="absolute inset-0 animate-[pin-ring_480ms_ease-out_both] rounded-chip border-3 border-signal motion-reduce:hidden"
        />
      )}
      <PinMark
        key={`mark-${drops}`}
        className={cx('size-[36px]', drops > 0 && 'animate-[pin-drop_320ms_cubic-bezier(0.3,1.3,0.5,1)]')}
      />
      {spacious && <bdi className="hidden font-display text-title font-bold lg:block">{label}</bdi>}
    </button>
  );
}
