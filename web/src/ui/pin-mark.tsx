import { cx } from './cx.ts';
import { pinShape } from './pin-shape.ts';

type Props = {
  className?: string | undefined;
  /** Spoken name; without it the mark is decoration. */
  label?: string | undefined;
};

export function PinMark({ className, label }: Props) {
  const { head, stem, ring, ringWidth } = pinShape;
  return (
    <svg
      viewBox="0 0 32 32"
      className={cx('shrink-0', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path
        d={ring}
        fill="none"
        stroke="currentColor"
        strokeWidth={ringWidth}
        strokeLinecap="round"
        data-part="ring"
      />
      <circle {...head} fill="currentColor" />
      <path d={stem} fill="currentColor" />
    </svg>
  );
}
