import type { CSSProperties } from 'react';
import { cx } from './cx.ts';

type Props = { className?: string | undefined; style?: CSSProperties | undefined };

/** A grey shape in the size of what comes. It breathes a few times and then rests. */
export function Skeleton({ className = '', style }: Props) {
  return (
    <span
      aria-hidden="true"
      style={style}
      className={cx(
        'block animate-[shimmer_900ms_ease-in-out_6_alternate] bg-sunken',
        !className.includes('rounded-') && 'rounded-small',
        className,
      )}
    />
  );
}

/** A feed card or a profile photo to come. */
export function PhotoCardSkeleton({ className }: Props) {
  return <Skeleton className={cx('aspect-3/4 w-full rounded-card', className)} />;
}

type ListProps = { rows?: number; lines?: 1 | 2 | 3; label?: string };

/** Rows of a list to come: a round photo and some lines each. */
export function ListSkeleton({ rows = 6, lines = 2, label = 'Loading' }: ListProps) {
  return (
    <div role="status" aria-label={label} className="flex flex-col">
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="flex items-center gap-4 py-3">
          <Skeleton className="size-13 shrink-0 rounded-chip" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4" style={{ width: `${40 + ((at * 17) % 30)}%` }} />
            {lines > 1 && <Skeleton className="h-3.5" style={{ width: `${55 + ((at * 23) % 35)}%` }} />}
            {lines > 2 && <Skeleton className="h-3 w-24" />}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Fields of a form to come. */
export function FormSkeleton({ fields = 3, label = 'Loading' }: { fields?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-6">
      {Array.from({ length: fields }, (_, at) => (
        <div key={at} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-13 rounded-field" />
        </div>
      ))}
    </div>
  );
}

/** Bubbles of a conversation to come. */
export function ConversationSkeleton({ label = 'Loading' }: { label?: string }) {
  const widths = [52, 38, 64, 30, 58, 44];
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3">
      {widths.map((width, at) => (
        <Skeleton
          key={width}
          className={cx('h-11 rounded-[20px]', at % 3 === 1 && 'self-end')}
          style={{ width: `${width}%` }}
        />
      ))}
    </div>
  );
}
