import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { words } from '../words.ts';
import { DeskFrame } from './desk-frame.tsx';

type PageProps = { title: string; aside?: ReactNode; children: ReactNode };

/** A page of the desk: its title, with what stands beside it, above the rest. */
export function DeskPage({ title, aside, children }: PageProps) {
  return (
    <DeskFrame>
      <main className="mx-auto w-full max-w-3xl px-5 py-3 pb-16">
        <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-2.5">
          <h2 className="text-title">{title}</h2>
          {aside}
        </div>
        {children}
      </main>
    </DeskFrame>
  );
}

type ListProps<T> = { title: string } & Pick<ComponentProps<typeof Loaded<T>>, 'query' | 'children'>;

/** A page of the desk that renders the result of one query. */
export function DeskList<T>({ title, query, children }: ListProps<T>) {
  return (
    <DeskPage title={title}>
      <Loaded query={query} failed={words.failed}>
        {children}
      </Loaded>
    </DeskPage>
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
