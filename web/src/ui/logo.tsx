import { cx } from './cx.ts';
import { PinMark } from './pin-mark.tsx';

/** The mark with the name; scales with the surrounding font size. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <span className={cx('inline-flex items-center gap-[0.28em] align-top text-title', className)}>
      <PinMark className="size-[1.35em] text-signal" />
      <span className="font-display font-extrabold tracking-[-0.035em] leading-none">Herenow</span>
    </span>
  );
}
