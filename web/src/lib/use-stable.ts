import { useCallback, useRef } from 'react';

/** Returns a function that stays the same for the life of the component and calls the latest one. */
export function useStable<Args extends unknown[]>(latest: (...args: Args) => void): (...args: Args) => void {
  const ref = useRef(latest);
  ref.current = latest;
  return useCallback((...args: Args) => ref.current(...args), []);
}
