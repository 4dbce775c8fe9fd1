import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';
import { Slow } from './slow.tsx';

type ListProps = { lines: 2 | 3; rows?: number; label?: string; className?: string };

/** Placeholder rows of a list that is loading: a round photo and some lines each. */
export function ListSkeleton({ lines, rows = 6, label = 'Loading', className }: ListProps) {
  return (
    <div role="status" aria-label={label} className={cx('flex flex-col', className)}>
      <Slow />
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="flex items-center gap-4 py-3">
          <Skeleton className="size-13 shrink-0 rounded-chip" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4" style={{ width: `${40 + ((at * 17) % 30)}%` }} />
            <Skeleton className="h-3.5" style={{ width: `${55 + ((at * 23) % 35)}%` }} />
            {lines > 2 && <Skeleton className="h-3 w-24" />}
          </div>
        </div>
      ))}
    </div>
  );
}
