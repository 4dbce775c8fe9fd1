import { deleteUser, logout } from '@herenow/contract/accounts';
import { deleteSuspended } from '@herenow/contract/suspended';
import { api, isStatus } from '../../lib/api.ts';
import { KEEPS_DRAFTS } from '../../lib/keeps-drafts.ts';
import { warn } from '../../lib/log.ts';
import { session } from '../../lib/session.ts';
import { deviceStore, forgetUser, tabStore } from '../../lib/storage.ts';
import { renewToken } from '../../lib/token-refresh.ts';
import { emit } from '../../lib/window-events.ts';
import { closeToast, showToast } from '../../ui/toast.tsx';
import { unsubscribeFromPush } from '../push/index.ts';
import { stillListed } from './sign-out-words.ts';

/** How long it takes to read what is left to do. */
const READ_MS = 20_000;

/** Keys that outlive a session and reveal that the user was here: they go with the account. */
const TRACES = ['deviceKey', 'hint:homeZones', KEEPS_DRAFTS];

let running: Promise<void> | undefined;

/**
 * Signs out at the user's request: ends this device's push subscription, and the session on the server. Does so once,
 * however often it is called meanwhile.
 */
export function signOut(): Promise<void> {
  running ??= endSession().finally(() => (running = undefined));
  return running;
}

async function endSession(): Promise<void> {
  const { userId } = session.get();
  emit('leaving');
  await unsubscribeFromPush();
  const failure = await api(logout, { timeoutMs: 5000, late: true }).catch((error: unknown) => error);
  leave(userId);
  // Otherwise it is over there, too.
  if (!failure || isStatus(failure, 401, 403)) return;
  warn('Not signed out on the server.', failure);
  if (!session.get().userId) showToast(stillListed, { duration: READ_MS });
}

export async function deleteAccount(userId: string): Promise<void> {
  // Before the answer: a page that is reloaded meanwhile hears only that its session is over.
  const traces = TRACES.map((key) => [key, deviceStore.read(key)] as const);
  forgetTraces();
  await api(deleteUser, { params: { id: userId }, late: true }).catch(async (error: unknown) => {
    if (isStatus(error, 0) && (await isSessionOver())) return;
    for (const [key, value] of traces) if (value !== null) deviceStore.write(key, value);
    throw error;
  });
  leaveForGood(userId);
  await unsubscribeFromPush();
}

/** Returns whether the session has ended, as it does with its account. */
async function isSessionOver(): Promise<boolean> {
  const { token } = session.get();
  if (!token) return true;
  return await renewToken(token).then(
    () => false,
    (error: unknown) => isStatus(error, 401, 403),
  );
}

/** Deletes the account of somebody suspended, who is not signed in; somebody else may be, on the same device. */
export async function deleteSuspendedAccount(pass: string): Promise<void> {
  await api(deleteSuspended, { body: { pass } });
  if (!session.get().userId) leaveForGood(null);
}

function leaveForGood(userId: string | null): void {
  leave(userId);
  forgetTraces();
}

function forgetTraces(): void {
  for (const key of TRACES) deviceStore.remove(key);
}

/**
 * Deletes everything about the user from the device, unless somebody else has signed in meanwhile in another tab. After
 * a session that ended elsewhere, drafts of tabs stay.
 */
function leave(userId: string | null): void {
  if ((session.get().userId ?? userId) !== userId) return;
  forgetUser(tabStore);
  // Whoever has just asked for it need not be told.
  closeToast('signed-out');
  deviceStore.remove(KEEPS_DRAFTS);
  session.close();
}
