import { useSyncExternalStore } from 'react';
import { serverNow } from '../../lib/clock.ts';

function eachSecond(look: () => void): () => void {
  const timer = setInterval(look, 1000);
  return () => clearInterval(timer);
}

/** Returns the date of today, by the reader's calendar; re-renders at midnight. */
export const useDay = (): string =>
  useSyncExternalStore(eachSecond, () => new Date(serverNow()).toDateString());

/** Returns by how many minutes the time of this device differs from UTC; re-renders when a traveller's changes. */
export const useZone = (): number => useSyncExternalStore(eachSecond, () => new Date().getTimezoneOffset());
