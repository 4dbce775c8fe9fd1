import { deleteUser, logout } from '@herenow/contract/accounts';
import { api } from '../../lib/api.ts';
import { warn } from '../../lib/log.ts';
import { session } from '../../lib/session.ts';
import { deviceStore, OF_DEVICE, tabStore } from '../../lib/storage.ts';
import { unsubscribeFromPush } from '../push/index.ts';

/** Signs out by hand: this device gets no more pushes and the session ends on the server too. */
export async function signOut(): Promise<void> {
  await unsubscribeFromPush();
  try {
    await api(logout, { timeoutMs: 5000 });
  } catch (error) {
    warn('Not signed out on the server.', error);
  }
  leave();
}

/** Erases the account and signs out of what is no more. */
export async function deleteAccount(userId: string): Promise<void> {
  await api(deleteUser, { params: { id: userId } });
  leave();
  // They say that this user was here before, and the account is gone.
  for (const key of ['deviceKey', 'hint:homeZones']) deviceStore.remove(key);
  await unsubscribeFromPush();
}

/** Leaves nothing of the person behind. A session that ended elsewhere keeps what was typed in this tab. */
function leave(): void {
  tabStore.keepOnly(OF_DEVICE);
  session.close();
}
