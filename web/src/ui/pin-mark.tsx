import { cx } from './cx.ts';
import { pinShape } from './pin-shape.ts';

type Props = {
  className?: string | undefined;
  /** The name for screen readers; without it the mark is decoration. */
  label?: string | undefined;
};

export function PinMark({ className, label }: Props) {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="currentColor"
      className={cx('shrink-0', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={pinShape.body} fillRule="evenodd" />
      <circle {...pinShape.dot} />
    </svg>
  );
}
