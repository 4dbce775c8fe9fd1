import { listen } from '../../lib/window-events.ts';
import { createStore } from '../../lib/value-store.ts';

/**
 * Loaded users who are not shown because they were pinned or blocked a moment ago. They stay in the pages, so that an
 * undo brings them back in the same place.
 */
const store = createStore<ReadonlySet<string>>(new Set());

export const hiddenPeople = store.get;
export const useHiddenPeople = store.use;

export function hidePerson(userId: string): void {
  store.set(new Set([...store.get(), userId]));
}

export function showPerson(userId: string): void {
  store.set(new Set([...store.get()].filter((id) => id !== userId)));
}

/** Clears the list: a reloaded feed excludes them, and the end of the user's presence ends their pins. */
export const showEverybody = (): void => store.set(new Set());
if (typeof window !== 'undefined') listen('presenceChanged', showEverybody);
