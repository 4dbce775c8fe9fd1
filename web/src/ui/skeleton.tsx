import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import { Slow } from './slow.tsx';

type Props = { className: string; style?: CSSProperties | undefined };

/** A grey placeholder in the size of the content that is loading. It pulses a few times and then rests. */
export function Skeleton({ className, style }: Props) {
  return (
    <span
      aria-hidden
      style={style}
      className={cx(
        'block animate-[shimmer_900ms_ease-in-out_6_alternate] bg-sunken',
        !className.includes('rounded-') && 'rounded-small',
        className,
      )}
    />
  );
}

/** A placeholder for a feed card. */
export function PhotoCardSkeleton() {
  return <Skeleton className="photo-waits card-waits aspect-3/4 w-full rounded-card" />;
}

/** Placeholder fields of a form. */
export function FormSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      <Slow />
      {Array.from({ length: 3 }, (_, at) => (
        <div key={at} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-13 rounded-field" />
        </div>
      ))}
    </div>
  );
}
