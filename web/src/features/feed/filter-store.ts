import { useMemo, useSyncExternalStore } from 'react';
import { deviceStore } from '../../lib/storage.ts';
import { createStore } from '../../lib/value-store.ts';
import type { Filter } from './filter.ts';
import { FILTER_KEY, readFilter, type FilterOwner } from './kept-filter.ts';

const readKept = () => deviceStore.read(FILTER_KEY);
/** Notifies subscribers that the stored filter has changed. */
export const filterChanges = createStore(undefined);

/** Stores the filter, except the default one, so that it keeps following the settings. */
export function keepFilter(me: FilterOwner, filter: Filter | undefined): void {
  if (filter) deviceStore.write(FILTER_KEY, JSON.stringify({ userId: me.id, ...filter }));
  else deviceStore.remove(FILTER_KEY);
  filterChanges.set(undefined);
}

export function useFilter({ id, preferences: { maxDistanceKm } }: FilterOwner): Filter {
  const kept = useSyncExternalStore(filterChanges.subscribe, readKept);
  return useMemo(() => readFilter({ id, preferences: { maxDistanceKm } }, kept), [kept, id, maxDistanceKm]);
}
