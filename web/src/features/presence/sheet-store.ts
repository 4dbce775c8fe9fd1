import { createStore } from '../../lib/value-store.ts';

/** What opened the visibility sheet. */
export interface SheetRequest {
  /** The main flow shows a failure to the user; the flow from the feed only logs it. */
  flow: 'main' | 'feed';
  /** The pin that needs a presence first: its target, and how to resume it. */
  pin?: { name: string; go: () => void };
  /** Where Start Browsing leads afterwards, such as the profile that the user came from. */
  returnTo?: string | undefined;
}

const store = createStore<SheetRequest | undefined>(undefined);

export const openVisibility = (request: SheetRequest): void => store.set(request);
export const closeVisibility = (): void => store.set(undefined);
export const visibilityRequest = store.get;
export const useVisibilityRequest = store.use;
