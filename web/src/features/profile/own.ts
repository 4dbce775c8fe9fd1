import type { BodyInput } from '@herenow/contract/call';
import type { OwnUser } from '@herenow/contract/entities';
import { getUser, updateUser } from '@herenow/contract/profile';
import { api, ApiError, isStatus } from '../../lib/api.ts';
import { NO_USER_ID } from '../../lib/api-error.ts';
import { session } from '../../lib/session.ts';
import { deviceStore } from '../../lib/storage.ts';
import { emit } from '../../lib/window-events.ts';

export type ProfileChanges = Omit<BodyInput<typeof updateUser>, 'id'>;

/** The id of the user, for calls about themselves. */
export function myId(): string {
  const { userId } = session.get();
  if (!userId) throw new ApiError(401, NO_USER_ID);
  return userId;
}

/**
 * Fetches and stores the user's own record, and again if it changed meanwhile: the response may be older than the
 * change. Ends the session if the account no longer exists.
 */
export async function refreshMe(): Promise<OwnUser> {
  const id = myId();
  const before = deviceStore.read('user');
  try {
    const user = await api(getUser, { params: { id } });
    if (!('email' in user)) throw new Error('Not the whole record.');
    if (deviceStore.read('user') !== before) return await refreshMe();
    session.setUser(user);
    return user;
  } catch (error) {
    // A 404 without a code is from a proxy on the way.
    if (isStatus(error, 404) && error.code) emit('logout');
    throw error;
  }
}

/**
 * Stores the own record that a change answers. If another presence, or a later record, was heard of meanwhile, the answer
 * may be older than that, and the record is fetched.
 */
export async function takeMe(change: () => Promise<OwnUser>): Promise<OwnUser> {
  const before = session.get().user;
  const user = await change();
  const now = session.get().user;
  const agrees =
    now?.status === user.status && now.onlineUntil === user.onlineUntil && !(now.updated > user.updated);
  if (now !== before && !agrees) return refreshMe().catch(() => user);
  session.setUser(user);
  return user;
}

/** For the `catch` of a change: if only its answer was lost, returns the user's own record, in which it is made. */
export const ifMade = (isMade: (me: OwnUser) => boolean | Promise<boolean>) => async (error: unknown) => {
  const me = isStatus(error, 0) && (await refreshMe());
  if (me && (await isMade(me))) return me;
  throw error;
};

/** Saves changes to the user's own record and stores the record of the response. */
export async function saveMe(changes: ProfileChanges): Promise<OwnUser> {
  const id = myId();
  return takeMe(() => api(updateUser, { body: { id, ...changes } }));
}
