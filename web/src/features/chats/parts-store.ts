import { createStore } from '../../lib/value-store.ts';

/** The message whose menu is open. */
const chosen = createStore<string | undefined>(undefined);
const searching = createStore(false);

export const useChosenMessage = chosen.use;
/** Opens the menu of a message, or with undefined closes it. */
export const chooseMessage = chosen.set;
export const useSearching = searching.use;
export const setSearching = searching.set;
/** Resets the store: the next chat starts with nothing open. */
export function closeAll(): void {
  chosen.set(undefined);
  searching.set(false);
}

export const messageAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? target.closest('[data-bubble]')?.closest<HTMLElement>('[data-message]')?.dataset['message']
    : undefined;
