import { tabStore } from '../../lib/storage.ts';
import { createStore } from '../../lib/value-store.ts';
import { pushPermission, subscribeToPush } from './subscription.ts';

const LATER = 'push:later';
/** Undefined until it has been opened for the one who is signed in. */
const open = createStore<boolean | undefined>(undefined);

/** Opens the sheet when the permission is undecided, subscribes silently when it was given. */
export function askForPush(): void {
  const permission = pushPermission();
  if (permission === 'granted') void subscribeToPush();
  if (permission === 'default') open.set(true);
}

/** Closes the sheet; after a close without an answer it does not open by itself again in this tab. */
export function closePushSheet(): void {
  tabStore.write(LATER, 'yes');
  open.set(false);
}

/** The next user to sign in is asked again. */
export const withdrawPushSheet = () => open.set(undefined);

export function wasPutOff(): boolean {
  return tabStore.read(LATER) !== null;
}

export const usePushSheet = open.use;
