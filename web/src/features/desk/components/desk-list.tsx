import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { words } from '../words.ts';

type ListProps<T> = { title: string } & Pick<ComponentProps<typeof Loaded<T>>, 'query' | 'children'>;

/** A page of the desk that renders the result of one query. */
export function DeskList<T>({ title, query, children }: ListProps<T>) {
  return (
    <main className="mx-auto w-full max-w-3xl p-5 pb-16">
      <h2 className="mb-4 text-title">{title}</h2>
      <Loaded query={query} failed={words.failed}>
        {children}
      </Loaded>
    </main>
  );
}

type MoreProps = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** The button that loads the next page of a list, while there is one. */
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
