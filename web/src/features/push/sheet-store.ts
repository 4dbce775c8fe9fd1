import { useSyncExternalStore } from 'react';
import { pushPermission, subscribeToPush } from './subscription.ts';

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

export function closePushSheet(): void {
  setOpen(false);
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
