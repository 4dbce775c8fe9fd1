import { tabStore } from '../../lib/storage.ts';
import { createStore } from '../../lib/value-store.ts';
import { pushPermission, subscribeToPush } from './subscription.ts';

const LATER = 'push:later';
/** Whether the sheet is open; undefined until it was opened for the current user. */
const open = createStore<boolean | undefined>(undefined);

/** Opens the sheet if the permission is undecided; subscribes silently if it was granted. */
export function askForPush(): void {
  const permission = pushPermission();
  if (permission === 'granted') void subscribeToPush();
  if (permission === 'default') open.set(true);
}

/** Closes the sheet, which does not open by itself again in this tab. */
export function closePushSheet(): void {
  tabStore.write(LATER, 'yes');
  open.set(false);
}

/** Removes the sheet, so that the next user to sign in is asked again. */
export const withdrawPushSheet = () => open.set(undefined);

export function wasPutOff(): boolean {
  return tabStore.read(LATER) !== null;
}

export const usePushSheet = open.use;
