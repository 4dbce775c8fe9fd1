import { cx } from './cx.ts';
import { PinMark } from './pin-mark.tsx';

type Props = { className?: string | undefined; markOnly?: boolean | undefined };

/** The mark with the name; scales with the surrounding font size. */
export function Logo({ className, markOnly = false }: Props) {
  return (
    <span className={cx('inline-flex items-center gap-[0.28em] align-top text-title', className)}>
      <PinMark className="size-[1.35em] text-signal" label={markOnly ? 'Herenow' : undefined} />
      {!markOnly && (
        <span className="font-display font-extrabold tracking-[-0.035em] leading-none">Herenow</span>
      )}
    </span>
  );
}
