import { useEffect, useState } from 'react';

/** From seeing a button to the tap on it: a tap sooner than that was aimed at what was there before. */
const AIM_MS = 350;

/** Returns whether `key`, which names what is shown, has been the same for long enough to be what a tap means. */
export function useSettled(key: string): boolean {
  const [settled, setSettled] = useState(key);
  // A change back counts as one, too, so no timer is stopped.
  useEffect(() => void setTimeout(setSettled, AIM_MS, key), [key]);
  return settled === key;
}
