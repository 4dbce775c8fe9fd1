import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { words } from '../words.ts';

type Props<T> = {
  title: string;
  query: Pick<UseQueryResult<T>, 'data' | 'isPending' | 'isError' | 'isFetching' | 'refetch'>;
  children: (data: T) => ReactNode;
};

/** A page of the desk that shows one answer of the server. */
export function DeskList<T>({ title, query, children }: Props<T>) {
  return (
    <main className="mx-auto w-full max-w-3xl p-5 pb-16">
      <h2 className="mb-4 text-title">{title}</h2>
      {query.isPending && <ListSkeleton rows={4} lines={2} />}
      {query.isError && (
        <ErrorState
          title={words.failed}
          retryText={words.retry}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && children(query.data)}
    </main>
  );
}
