import { cx } from './cx.ts';
import { PinMark } from './pin-mark.tsx';

type Props = {
  /** A muted pin that represents no person, as in an error state. */
  quiet?: boolean | undefined;
  className?: string | undefined;
};

/** A single pin on a map of faint rings. */
export function PinScene({ quiet = false, className }: Props) {
  return (
    <div aria-hidden className={cx('relative aspect-13/8 w-[min(13rem,56vw)]', className)}>
      <svg viewBox="0 0 208 128" className="absolute inset-0 size-full text-edge">
        {[0, 1, 2].map((at) => (
          <ellipse
            key={at}
            cx="104"
            cy="100"
            rx={28 + at * 34}
            ry={8 + at * 8.5}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeDasharray={at && '3 6'}
            strokeLinecap="round"
            opacity={0.85 - at * 0.28}
          />
        ))}
      </svg>
      <PinMark
        className={cx(
          'absolute inset-x-0 bottom-[20%] mx-auto h-[62.5%]',
          quiet ? 'text-edge' : 'pin-falls text-signal',
        )}
      />
    </div>
  );
}
