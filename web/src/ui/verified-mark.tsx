import { cx } from './cx.ts';

/** A small mark beside a name: an operator found that the photos show this person. */
export function VerifiedMark({ className }: { className?: string }) {
  return (
    <svg
      role="img"
      aria-label="Verified"
      viewBox="0 0 20 20"
      width="0.85em"
      height="0.85em"
      className={cx('inline-block shrink-0', className)}
    >
      <circle cx="10" cy="10" r="10" fill="var(--good)" />
      <path
        d="m5.6 10.3 3 3 5.8-6.2"
        fill="none"
        stroke="var(--color-paper)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
