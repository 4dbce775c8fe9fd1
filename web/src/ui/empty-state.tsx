import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { PinMark } from './pin-mark.tsx';

type Props = {
  title: string;
  /** What to do next. */
  text?: ReactNode;
  action?: ReactNode;
  /** `h1` where it stands for the whole page. */
  heading?: 'h1' | 'h2' | undefined;
  className?: string | undefined;
};

export function EmptyState({ title, text, action, heading: Heading = 'h2', className }: Props) {
  return (
    <div
      className={cx(
        'mx-auto flex w-full max-w-sm min-w-0 flex-col items-center px-5 py-12 text-center',
        className,
      )}
    >
      <EmptyPin />
      <Heading className="mt-6 text-title">{title}</Heading>
      {text && <p className="mt-2 text-body text-balance text-soft">{text}</p>}
      {action && <div className="mt-6 w-full">{action}</div>}
    </div>
  );
}

/** The pin standing alone on a map of faint rings. */
function EmptyPin() {
  return (
    <div aria-hidden="true" className="relative h-32 w-[min(13rem,56vw)]">
      <svg viewBox="0 0 208 128" className="absolute inset-0 size-full text-edge">
        {[0.85, 0.55, 0.3].map((opacity, at) => (
          <ellipse
            key={opacity}
            cx="104"
            cy="100"
            rx={28 + at * 34}
            ry={8 + at * 8.5}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeDasharray={at === 0 ? undefined : '3 6'}
            strokeLinecap="round"
            opacity={opacity}
          />
        ))}
      </svg>
      <PinMark className="absolute start-1/2 bottom-[1.6rem] size-20 -translate-x-1/2 text-signal rtl:translate-x-1/2" />
    </div>
  );
}
