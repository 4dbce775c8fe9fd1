import type { AnswerOf } from '@herenow/contract/call';
import type { FeedItem } from '@herenow/contract/entities';
import type { listFeedChanges } from '@herenow/contract/feed';
import type { InfiniteData } from '@tanstack/react-query';
import { words } from './live-words.ts';
import type { FeedPage, ShownItem } from './queries.ts';

export type FeedData = InfiniteData<FeedPage>;
export type FeedChanges = AnswerOf<typeof listFeedChanges>;

const withItems = (data: FeedData, change: (items: ShownItem[]) => ShownItem[]): FeedData => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: change(page.items) })),
});

export const without = (data: FeedData, ids: ReadonlySet<string>): FeedData =>
  ids.size === 0 ? data : withItems(data, (items) => items.filter(({ id }) => !ids.has(id)));

/** Returns a person with their current place, end time and, if it changed, card. */
export function withNews<One extends FeedItem>(
  item: One,
  news: FeedChanges['changed'][number] | undefined,
): One {
  const { card, ...place } = news ?? {};
  return { ...item, ...card, ...place };
}

/**
 * Returns the feed after a set of changes: moves, new end times and new cards are applied, and users who are gone fade
 * in place. Gone users `below` the viewport, who were never seen, are removed. Users who left the feed because they
 * have pinned the viewer stay in place and can be accepted there.
 */
export function afterChanges(
  data: FeedData,
  { gone, changed }: Pick<FeedChanges, 'gone' | 'changed'>,
  below: ReadonlySet<string>,
  pinners: ReadonlySet<string>,
): FeedData {
  const left = new Set(gone);
  const news = new Map(changed.map((one) => [one.id, one]));
  return withItems(data, (items) =>
    items
      .filter(({ id }) => !left.has(id) || !below.has(id))
      .map((item) => {
        const change = news.get(item.id);
        const out = left.has(item.id);
        const note = out && pinners.has(item.id) ? words.pinnedMe : undefined;
        const gone = out && !note;
        if (!change && gone === (item.gone ?? false) && note === item.note) return item;
        return { ...withNews(item, change), gone, note };
      }),
  );
}

/** Returns the feed with newcomers right after a given user, or first; users already in it keep their place. */
export function withNewcomers(
  data: FeedData,
  newcomers: readonly FeedItem[],
  after: string | undefined,
): FeedData {
  const known = new Set(data.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const fresh = newcomers.filter(({ id }) => !known.has(id));
  let placed = false;
  const next = withItems(data, (items) => {
    const at = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
    if (placed || (after !== undefined && at === 0)) return items;
    placed = true;
    return [...items.slice(0, at), ...fresh, ...items.slice(at)];
  });
  return placed ? next : withNewcomers(data, newcomers, undefined);
}
