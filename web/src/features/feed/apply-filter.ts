import { hashKey, type QueryClient } from '@tanstack/react-query';
import { keepFilter } from './filter-store.ts';
import { activeCount, defaultFilter, type Filter } from './filter.ts';
import { readFilter, type FilterOwner } from './kept-filter.ts';
import { feedKey, reloadFeed } from './queries.ts';

/** Filters the feed, which starts over, even with the current filter or one that was used before. */
export function applyFilter(client: QueryClient, me: FilterOwner, filter: Filter): void {
  const before = readFilter(me);
  const defaults = defaultFilter(me.preferences.maxDistanceKm);
  client.removeQueries({ queryKey: feedKey, type: 'inactive' });
  keepFilter(me, activeCount(filter, defaults) > 0 ? filter : undefined);
  if (hashKey([filter]) === hashKey([before])) void reloadFeed(client);
}
