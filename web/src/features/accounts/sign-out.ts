import { deleteUser, logout } from '@herenow/contract/accounts';
import { api } from '../../lib/api.ts';
import { clearDrafts } from '../../lib/form-drafts.ts';
import { warn } from '../../lib/log.ts';
import { session } from '../../lib/session.ts';
import { deviceStore } from '../../lib/storage.ts';
import { forgetZones } from '../places/index.ts';
import { unsubscribeFromPush } from '../push/index.ts';

/** Signs out by hand: this device gets no more pushes and the session ends on the server too. */
export async function signOut(): Promise<void> {
  await unsubscribeFromPush();
  try {
    await api(logout, { timeoutMs: 5000 });
  } catch (error) {
    warn('The session could not be ended on the server.', error);
  }
  leave();
}

/** Erases the account and signs out of what is no more. */
export async function deleteAccount(userId: string): Promise<void> {
  await api(deleteUser, { params: { id: userId } });
  leave();
  await unsubscribeFromPush();
}

/** Leaves nothing of the person behind. A session that merely ran out keeps what they were typing. */
function leave(): void {
  clearDrafts();
  forgetZones();
  // That of the feed, which says whom they look for; its code comes later than whoever signs out.
  deviceStore.remove('filter');
  session.close();
}
