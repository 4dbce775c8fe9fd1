import { useCallback, useSyncExternalStore } from 'react';

/** From this width on there is a second column: `lg` in class names. */
export const WIDE = '(min-width: 64rem)';

/** Returns whether a media query matches; re-renders when that changes. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => matchMedia(query).matches);
}
