import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';
import { Slow } from './slow.tsx';

type Props = {
  /** Rendered at its end. */
  children?: ReactNode;
};

/** Placeholder bubbles of a conversation that is loading. */
export function ConversationSkeleton({ children }: Props) {
  const widths = [52, 38, 64, 30, 58, 44];
  return (
    <div
      role="status"
      aria-label="Loading"
      className="mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end gap-3 overflow-hidden px-4 py-6"
    >
      {widths.map((width, at) => (
        <Skeleton
          key={width}
          className={cx('h-11 rounded-[20px]', at % 3 === 1 && 'self-end')}
          style={{ width: `${width}%` }}
        />
      ))}
      <Slow />
      {children}
    </div>
  );
}
