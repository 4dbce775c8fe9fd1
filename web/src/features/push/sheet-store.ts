import { useSyncExternalStore } from 'react';
import { tabStore } from '../../lib/storage.ts';
import { pushPermission, subscribeToPush } from './subscription.ts';

const LATER = 'push:later';
let open = false;
const listeners = new Set<() => void>();

function setOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens the sheet when the permission is undecided, subscribes silently when it was given. */
export function askForPush(): void {
  const permission = pushPermission();
  if (permission === 'granted') void subscribeToPush();
  if (permission === 'default') setOpen(true);
}

/** Closes the sheet; whoever closes it without an answer is not asked again by itself in this tab. */
export function closePushSheet(): void {
  tabStore.write(LATER, 'yes');
  setOpen(false);
}

export function wasPutOff(): boolean {
  return tabStore.read(LATER) !== null;
}

export function usePushSheet(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
