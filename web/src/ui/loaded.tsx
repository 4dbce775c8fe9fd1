import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { listCardClass } from './list-row.tsx';
import { ListSkeleton } from './list-skeleton.tsx';

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'isFetchedAfterMount' | 'isFetching' | 'refetch'>;
  failed: string;
  /** Shown until there is data. */
  waiting?: ReactNode;
  /** A failure fills the whole page. */
  page?: boolean;
  children: (data: T) => ReactNode;
};

/**
 * Renders the data of a query, which stays when a later fetch fails, with everything the user is typing into it. That it
 * failed is shown until there is data.
 */
export function Loaded<T>({ query, failed, waiting, page, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isFetchedAfterMount)
    return waiting === undefined ? <ListSkeleton rows={4} lines={2} className={listCardClass} /> : waiting;
  return (
    <ErrorState page={page} title={failed} busy={query.isFetching} onRetry={() => void query.refetch()} />
  );
}
