import { useCallback, useSyncExternalStore } from 'react';

/** From this width a second column stands beside the first: `lg` in class names. */
export const WIDE = '(min-width: 64rem)';

/** Whether a media query holds, now and whenever that changes. */
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
