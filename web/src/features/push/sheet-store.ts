import { tabStore } from '../../lib/storage.ts';
import { createStore } from '../../lib/value-store.ts';
import { pushPermission, subscribeToPush } from './subscription.ts';

const LATER = 'push:later';
const open = createStore(false);

/** Opens the sheet when the permission is undecided, subscribes silently when it was given. */
export function askForPush(): void {
  const permission = pushPermission();
  if (permission === 'granted') void subscribeToPush();
  if (permission === 'default') open.set(true);
}

/** Closes the sheet; whoever closes it without an answer is not asked again by itself in this tab. */
export function closePushSheet(): void {
  tabStore.write(LATER, 'yes');
  open.set(false);
}

export function wasPutOff(): boolean {
  return tabStore.read(LATER) !== null;
}

export const usePushSheet = open.use;
