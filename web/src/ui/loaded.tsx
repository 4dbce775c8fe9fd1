import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { ListSkeleton } from './list-skeleton.tsx';

type Props<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'isPending' | 'isFetching' | 'refetch'>;
  /** What it says when it fails. */
  failed: string;
  /** Stands until there is an answer. */
  waiting?: ReactNode;
  /** The failure stands for the whole page. */
  page?: boolean;
  children: (data: T) => ReactNode;
};

/** What the server answers. It stays while a later question fails, with all that is being typed into it. */
export function Loaded<T>({ query, failed, waiting, page, children }: Props<T>) {
  if (query.isPending) return waiting === undefined ? <ListSkeleton rows={4} lines={2} /> : waiting;
  if (query.data !== undefined) return children(query.data);
  return (
    <ErrorState page={page} title={failed} busy={query.isFetching} onRetry={() => void query.refetch()} />
  );
}
