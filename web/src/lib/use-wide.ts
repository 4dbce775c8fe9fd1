import { useSyncExternalStore } from 'react';

/** From this width on there is a second column: `lg` in class names. */
const WIDE = '(min-width: 64rem)';

export const isWide = (): boolean => matchMedia(WIDE).matches;

function watch(onChange: () => void) {
  const list = matchMedia(WIDE);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Returns whether there is a second column; re-renders when that changes. */
export const useWide = (): boolean => useSyncExternalStore(watch, isWide);
