import { useSyncExternalStore } from 'react';
import { serverNow } from '../../lib/clock.ts';

function eachSecond(look: () => void): () => void {
  const timer = setInterval(look, 1000);
  return () => clearInterval(timer);
}

/** Returns when today began (ms), by the reader's calendar; re-renders at midnight. */
export const useToday = (): number =>
  useSyncExternalStore(eachSecond, () => new Date(serverNow()).setHours(0, 0, 0, 0));

/** Returns by how many minutes the time of this device differs from UTC; re-renders when a traveller's changes. */
export const useZone = (): number => useSyncExternalStore(eachSecond, () => new Date().getTimezoneOffset());
