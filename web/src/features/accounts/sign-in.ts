import { createUser, deleteUser, login, logout } from '@herenow/contract/accounts';
import { DECISION_HEADER } from '@herenow/contract/appeals';
import { APP_SOURCE } from '@herenow/contract/constants';
import type { OwnUser, Point } from '@herenow/contract/entities';
import { api } from '../../lib/api.ts';
import { clearDrafts } from '../../lib/form-drafts.ts';
import { warn } from '../../lib/log.ts';
import { session } from '../../lib/session.ts';
import { asGuest, keepDeviceKey } from './guest.ts';
import { refreshMe } from '../profile/index.ts';
import { unsubscribeFromPush } from '../push/index.ts';

/** Opens a session on this device and fetches the record of whoever it is. */
export async function logIn(
  email: string,
  password: string,
  /** Hears of a decision that the person is to read first, by its token. */
  onDecision?: (token: string) => void,
): Promise<OwnUser> {
  const credentials = { email: email.trim(), password, appSource: APP_SOURCE };
  const token = await asGuest((comer) =>
    api(login, {
      body: { ...credentials, ...comer },
      onHeaders: (headers) => {
        keepDeviceKey(headers);
        const decision = headers.get(DECISION_HEADER);
        if (decision !== null) onDecision?.(decision);
      },
    }),
  );
  session.open(token);
  return refreshMe();
}

/** Makes an account and signs in to it; the sign-in may fail without the account being lost. */
export async function register(
  email: string,
  password: string,
  location: Point,
): Promise<OwnUser | undefined> {
  const address = email.trim();
  const account = { email: address, password, username: usernameOf(address), location };
  await asGuest((comer) => api(createUser, { body: { ...account, appSource: APP_SOURCE, ...comer } }));
  try {
    return await logIn(address, password);
  } catch (error) {
    warn('The account was made, but signing in to it failed.', error);
    return undefined;
  }
}

/** The part of an address before the @. */
export function usernameOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}

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
  session.close();
}
