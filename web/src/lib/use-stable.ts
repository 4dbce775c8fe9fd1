import { useCallback, useRef } from 'react';

/** The same function for the life of the component, which calls the latest one. */
export function useStable<Args extends unknown[]>(latest: (...args: Args) => void): (...args: Args) => void {
  const ref = useRef(latest);
  ref.current = latest;
  return useCallback((...args: Args) => ref.current(...args), []);
}
