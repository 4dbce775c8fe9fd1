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
