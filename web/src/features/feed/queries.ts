import { FEED_PAGE } from '@herenow/contract/constants';
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

interface FeedPage {
  items: FeedItem[];
  /** A full page came, so there may be more. */
  full: boolean;
  /** Others are visible, but not to be shown to this account before some time has passed. */
  forNow: boolean;
}

const feedKey = ['feed'] as const;

/** Pages of visible people. Loads once the person's own distance is known and the filter makes sense. */
export function useFeed(me: OwnUser | undefined, filter: Filter | undefined) {
  return useInfiniteQuery({
    ...feedOptions(me, filter),
    enabled: !!me && !!filter && filterProblem(filter) === undefined,
  });
}

function feedOptions(me: OwnUser | undefined, filter: Filter | undefined) {
  return infiniteQueryOptions({
    queryKey: [...feedKey, filter],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => fetchPage(me!, filter!, pageParam, signal),
    // The offset is what is held: it drops by one when a pinned person leaves the list.
    getNextPageParam: (last, pages) =>
      last.full ? pages.reduce((sum, page) => sum + shownOf(page).length, 0) : null,
    staleTime: 60_000,
  });
}

/** Asks for the first page before the screen that shows it stands. */
export function prefetchFeed(client: QueryClient, me: OwnUser): void {
  void client.prefetchInfiniteQuery(feedOptions(me, readFilter(me)));
}

async function fetchPage(me: OwnUser, filter: Filter, skip: number, signal: AbortSignal): Promise<FeedPage> {
  let forNow = false;
  const items = await api(listFeed, {
    body: feedBody(me, filter, skip),
    signal,
    onHeaders: (headers) => (forNow = headers.get(FEED_END_HEADER) !== null),
  });
  return { items, full: items.length === FEED_PAGE, forNow };
}

/** Whoever is hidden is left out by the server, too: an offset counts the others. */
function shownOf({ items }: FeedPage): FeedItem[] {
  const hidden = hiddenPeople();
  return items.filter(({ id }) => !hidden.has(id));
}

/** Everyone loaded so far, each once, whose presence has not ended. */
export function loadedPeople(data: InfiniteData<FeedPage> | undefined, now: number): FeedItem[] {
  const people = new Map<string, FeedItem>();
  for (const page of data?.pages ?? []) {
    for (const item of shownOf(page)) if (!people.has(item.id)) people.set(item.id, item);
  }
  return [...people.values()].filter((item) => !item.onlineUntil || Date.parse(item.onlineUntil) > now);
}

/** Starts every feed from its first page. */
export function reloadFeed(client: QueryClient): Promise<void> {
  showEverybody();
  return client.resetQueries({ queryKey: feedKey });
}
