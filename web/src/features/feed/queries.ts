import type { FeedItem, OwnUser } from '@herenow/contract/entities';
import { FEED_END_HEADER, listFeed } from '@herenow/contract/feed';
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { feedBody } from './feed-body.ts';
import { filterProblem, type Filter } from './filter.ts';
import { readFilter } from './kept-filter.ts';
import { hiddenPeople, showEverybody } from './hidden-people.ts';

/** Somebody of a page, in which they stay where they stand. */
export type ShownItem = FeedItem & {
  /** Not visible any more, and shown faded. */
  gone?: boolean;
  /** Said in place of the time they are still here. */
  note?: string | undefined;
};

export interface FeedPage {
  items: ShownItem[];
  /** The next page goes on after it; null: this is the last. */
  next: string | null;
  /** Others are visible, but not to be shown to this account before some time has passed. */
  forNow: boolean;
}

export const feedKey = ['feed'] as const;

/** Pages of visible people, once the filter makes sense. */
export function useFeed(me: OwnUser, filter: Filter) {
  return useInfiniteQuery({
    ...feedOptions(me, filter),
    enabled: !filterProblem(filter),
  });
}

function feedOptions(me: OwnUser, filter: Filter) {
  return infiniteQueryOptions({
    queryKey: [...feedKey, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => fetchPage(me, filter, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    // What changes is asked for by itself, so that a long list is there when one comes back to it.
    staleTime: Infinity,
    gcTime: 3_600_000,
  });
}

/** Asks for the first page before the screen that shows it stands. */
export function prefetchFeed(client: QueryClient, me: OwnUser): void {
  void client.prefetchInfiniteQuery(feedOptions(me, readFilter(me)));
}

async function fetchPage(
  me: OwnUser,
  filter: Filter,
  after: string | null,
  signal: AbortSignal,
): Promise<FeedPage> {
  let headers: Headers | undefined;
  const items = await api(listFeed, {
    body: feedBody(me, filter),
    query: { after: after ?? undefined },
    signal,
    onHeaders: (all) => (headers = all),
  });
  const next = /after=([^&>]+)/.exec(headers?.get('link') ?? '');
  return { items, next: next && next[1]!, forNow: headers?.has(FEED_END_HEADER) ?? false };
}

/** Everyone loaded so far, each once. */
export function loadedPeople(data: InfiniteData<FeedPage> | undefined, hidden = hiddenPeople()): ShownItem[] {
  const people = new Map<string, ShownItem>();
  for (const { items } of data?.pages ?? [])
    for (const item of items) if (!hidden.has(item.id) && !people.has(item.id)) people.set(item.id, item);
  return [...people.values()];
}

/** Starts every feed from its first page. */
export function reloadFeed(client: QueryClient): Promise<void> {
  showEverybody();
  return client.resetQueries({ queryKey: feedKey });
}
