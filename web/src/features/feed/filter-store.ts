import { useMemo } from 'react';
import { deviceStore } from '../../lib/storage.ts';
import { createStore } from '../../lib/value-store.ts';
import type { Filter } from './filter.ts';
import { FILTER_KEY, readFilter, type FilterOwner } from './kept-filter.ts';

/** Counts the changes: what is kept is read anew after each. */
const changes = createStore(0);

/** Keeps it; nothing is kept of the filter one starts with, so that it follows the settings. */
export function keepFilter(me: FilterOwner, filter: Filter | undefined): void {
  if (filter) deviceStore.write(FILTER_KEY, JSON.stringify({ userId: me.id, ...filter }));
  else deviceStore.remove(FILTER_KEY);
  changes.set(changes.get() + 1);
}

export function useFilter(me: FilterOwner): Filter {
  const change = changes.use();
  const { id, preferences } = me;
  const { maxDistanceKm } = preferences;
  // oxlint-disable-next-line react/exhaustive-deps -- what is kept changes with `change`
  return useMemo(() => readFilter({ id, preferences: { maxDistanceKm } }), [id, maxDistanceKm, change]);
}
