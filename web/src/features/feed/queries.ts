import type { FeedItem, OwnUser } from '@herenow/contract/entities';
import { FEED_END_HEADER, listFeed } from '@herenow/contract/feed';
import {
  useInfiniteQuery,
  type InfiniteData,
  type QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { feedBody } from './feed-body.ts';
import { filterProblem, type Filter } from './filter.ts';
import { readFilter } from './kept-filter.ts';
import { hiddenPeople, showEverybody } from './hidden-people.ts';

/** A person of a page; they keep their position in it. */
export type ShownItem = FeedItem & {
  gone?: boolean;
  /** Shown instead of how long they stay visible. */
  note?: string | undefined;
};

export interface FeedPage {
  items: ShownItem[];
  /** Where the next page continues; null on the last page. */
  next: string | null;
  /** More people are visible, but this account has used up its allowance for now. */
  forNow: boolean;
}

export const feedKey = ['feed'] as const;

/** Returns pages of visible people, once the filter is valid. */
export function useFeed(me: OwnUser, filter: Filter) {
  return useInfiniteQuery({
    ...feedOptions(me, filter),
    enabled: !filterProblem(filter),
  });
}

function feedOptions(me: OwnUser, filter: Filter) {
  return {
    queryKey: [...feedKey, filter],
    initialPageParam: null as FeedPage['next'],
    queryFn: ({ pageParam, signal }: QueryFunctionContext<readonly unknown[], FeedPage['next']>) =>
      fetchPage(me, filter, pageParam, signal),
    getNextPageParam: ({ next }: FeedPage) => next,
    // Never stale: changes are fetched separately, so that a long list is still there when the user comes back.
    staleTime: Infinity,
    gcTime: 3_600_000,
  };
}

/** Prefetches the first page before its screen mounts, if the filter is valid. */
export function prefetchFeed(client: QueryClient, me: OwnUser): void {
  const filter = readFilter(me);
  if (!filterProblem(filter)) void client.prefetchInfiniteQuery(feedOptions(me, filter));
}

/** Fetches one page; the first if `after` is null. */
export async function fetchPage(
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

/** Returns everyone loaded so far, without duplicates and without those who are hidden, except `leaving`. */
export function loadedPeople(
  data: InfiniteData<FeedPage> | undefined,
  hidden = hiddenPeople(),
  leaving?: string,
): ShownItem[] {
  const people = new Map<string, ShownItem>();
  for (const { items } of data?.pages ?? [])
    for (const item of items)
      if ((item.id === leaving || !hidden.has(item.id)) && !people.has(item.id)) people.set(item.id, item);
  return [...people.values()];
}

/** Reloads every feed from its first page. */
export function reloadFeed(client: QueryClient): Promise<void> {
  showEverybody();
  return client.resetQueries({ queryKey: feedKey });
}
