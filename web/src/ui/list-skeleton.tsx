import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';
import { Slow } from './slow.tsx';

type ListProps = { lines: 1 | 2 | 3; rows?: number; label?: string; className?: string };

const HEIGHTS = ['h-4', 'h-3.5', 'h-3'];

/** Placeholder rows of a list that is loading: a round photo and some lines each. */
export function ListSkeleton({ lines, rows = 6, label = 'Loading', className }: ListProps) {
  return (
    <div role="status" aria-label={label} className={cx('flex flex-col', className)}>
      <Slow />
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="flex items-center gap-4 py-3">
          <Skeleton className="size-13 shrink-0 rounded-chip" />
          <div className="flex flex-1 flex-col gap-2">
            {HEIGHTS.slice(0, lines).map((height, line) => (
              <Skeleton
                key={height}
                className={height}
                style={{ width: `${(line > 1 ? 15 : 50) + ((at * 17) % 30)}%` }}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
