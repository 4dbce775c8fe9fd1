import { useSyncExternalStore } from 'react';

/** From where the visibility sheet was opened. */
export interface SheetRequest {
  /** A failure is told to the person in the main flow; the feed's flow only logs it. */
  flow: 'main' | 'feed';
  /** Where Start Browsing leads afterwards, such as the profile one came from. */
  returnTo?: string;
}

let current: SheetRequest | undefined;
const listeners = new Set<() => void>();

function set(request: SheetRequest | undefined): void {
  current = request;
  for (const listener of listeners) listener();
}

/** Opens the one visibility sheet of the app. */
export const openVisibility = (request: SheetRequest): void => set(request);
export const closeVisibility = (): void => set(undefined);

export function useVisibilityRequest(): SheetRequest | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
