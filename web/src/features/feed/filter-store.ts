import { useMemo, useSyncExternalStore } from 'react';
import { deviceStore } from '../../lib/storage.ts';
import { createStore } from '../../lib/value-store.ts';
import type { Filter } from './filter.ts';
import { FILTER_KEY, readFilter, type FilterOwner } from './kept-filter.ts';

const readKept = () => deviceStore.read(FILTER_KEY);
/** Tells that another filter is kept. */
const changes = createStore(undefined);

/** Keeps it; nothing is kept of the filter one starts with, so that it follows the settings. */
export function keepFilter(me: FilterOwner, filter: Filter | undefined): void {
  if (filter) deviceStore.write(FILTER_KEY, JSON.stringify({ userId: me.id, ...filter }));
  else deviceStore.remove(FILTER_KEY);
  changes.set(undefined);
}

export function useFilter({ id, preferences: { maxDistanceKm } }: FilterOwner): Filter {
  const kept = useSyncExternalStore(changes.subscribe, readKept);
  return useMemo(() => readFilter({ id, preferences: { maxDistanceKm } }, kept), [kept, id, maxDistanceKm]);
}
