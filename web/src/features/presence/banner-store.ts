import { useSyncExternalStore } from 'react';

type Kind = 'online' | 'incognito' | 'offline';

const SHOWN_MS = 3000;
let shown: Kind | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(kind: Kind | undefined): void {
  shown = kind;
  for (const listener of listeners) listener();
}

/** Shows the banner of going online, incognito or offline for 3 seconds. */
export function showPresenceBanner(kind: Kind): void {
  clearTimeout(timer);
  set(kind);
  timer = setTimeout(() => set(undefined), SHOWN_MS);
}

export function usePresenceBanner(): Kind | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
