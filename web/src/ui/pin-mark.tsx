import { cx } from './cx.ts';
import { pinShape } from './pin-shape.ts';

export function PinMark({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" fill="currentColor" className={cx('shrink-0', className)}>
      <path d={pinShape.body} fillRule="evenodd" />
      <circle {...pinShape.dot} />
    </svg>
  );
}
