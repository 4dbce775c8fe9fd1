import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { words } from '../words.ts';

type Query<T> = Pick<UseQueryResult<T>, 'data' | 'isPending' | 'isFetching' | 'refetch'>;

type LoadedProps<T> = {
  query: Query<T>;
  /** What it says when it fails. */
  failed?: string;
  children: (data: T) => ReactNode;
};

/** What the server answers. It stays while a later question fails, with all that is being typed into it. */
export function Loaded<T>({ query, failed = words.failed, children }: LoadedProps<T>) {
  if (query.isPending) return <ListSkeleton rows={6} lines={2} />;
  if (query.data !== undefined) return children(query.data);
  return (
    <ErrorState
      title={failed}
      retryText={words.retry}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}

type ListProps<T> = { title: string; query: Query<T>; children: (data: T) => ReactNode };

/** A page of the desk that shows one answer of the server. */
export function DeskList<T>({ title, query, children }: ListProps<T>) {
  return (
    <main className="mx-auto w-full max-w-3xl p-5 pb-16">
      <h2 className="mb-4 text-title">{title}</h2>
      <Loaded query={query}>{children}</Loaded>
    </main>
  );
}

type MoreProps = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** Fetches what follows in a list, while something does. */
export function MoreButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: MoreProps) {
  if (!hasNextPage) return null;
  return (
    <Button
      variant="ghost"
      block
      className="mt-3"
      busy={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {words.more}
    </Button>
  );
}
