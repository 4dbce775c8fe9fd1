import { createStore } from '../../lib/value-store.ts';

/** From where the visibility sheet was opened. */
export interface SheetRequest {
  /** A failure is told to the person in the main flow; the feed's flow only logs it. */
  flow: 'main' | 'feed';
  /** The pin that needs it: whom it is for, and how it goes on. */
  pin?: { name: string; go: () => void };
  /** Where Start Browsing leads afterwards, such as the profile one came from. */
  returnTo?: string;
}

const store = createStore<SheetRequest | undefined>(undefined);

/** Opens the one visibility sheet of the app. */
export const openVisibility = (request: SheetRequest): void => store.set(request);
export const closeVisibility = (): void => store.set(undefined);
export const visibilityRequest = store.get;
export const useVisibilityRequest = store.use;
