import { Skeleton } from '../../../ui/skeleton.tsx';
import { Slow } from '../../../ui/slow.tsx';

/** Stands for a person until their case or their selfies are there: a name, a line and pictures. */
export function PersonWaits() {
  return (
    <div role="status" aria-label="Loading" className="mt-1">
      <Slow />
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="mt-4 h-4 w-1/2" />
      <div className="mt-5 flex flex-wrap gap-5">
        <Skeleton className="aspect-3/4 w-40" />
        <Skeleton className="aspect-3/4 w-40" />
      </div>
    </div>
  );
}

export function FiguresWait({ cards }: { cards: number }) {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="grid gap-4"
      style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(20rem, 100%), 1fr))' }}
    >
      <Slow />
      {Array.from({ length: cards }, (_, at) => (
        <Skeleton key={at} className="rounded-card" style={{ height: '14.5rem' }} />
      ))}
    </div>
  );
}
