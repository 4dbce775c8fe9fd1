import { useWindowEvent } from './window-events.ts';

/** Follows what other tabs store on the device, even while this page was in the back/forward cache. */
export function useStoredElsewhere(changed: () => void): void {
  useWindowEvent('storage', changed);
  useWindowEvent('pageshow', changed);
}
