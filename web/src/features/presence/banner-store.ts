import { createStore } from '../../lib/value-store.ts';

type Kind = 'online' | 'incognito' | 'offline';

const SHOWN_MS = 3000;
const store = createStore<Kind | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the banner for going online, incognito or offline for 3 seconds. */
export function showPresenceBanner(kind: Kind): void {
  clearTimeout(timer);
  store.set(kind);
  timer = setTimeout(() => store.set(undefined), SHOWN_MS);
}

export const usePresenceBanner = store.use;
