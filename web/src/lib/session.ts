import { STEP } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import { useSyncExternalStore } from 'react';
import { deviceStore, OF_DEVICE, readJson } from './storage.ts';
import { subjectOf } from './token.ts';

export type Session = {
  token: string | null;
  userId: string | null;
  /** One's own record as last heard; null until it has been fetched. */
  user: OwnUser | null;
};

const KEYS = { token: 'authToken', userId: 'userId', user: 'user' } as const;
const listeners = new Set<() => void>();
let current: Session | undefined;
let watching = false;

/** Who is signed in on this device, in every tab of it. */
export const session = {
  get(): Session {
    watchOtherTabs();
    current ??= readSession();
    return current;
  },

  /** Signs in with a fresh token; whose it is stands in the token. */
  open(token: string): string {
    const userId = subjectOf(token);
    if (userId === undefined) throw new Error('The token names nobody.');
    if (userId !== session.get().userId) deviceStore.remove(KEYS.user);
    deviceStore.write(KEYS.userId, userId);
    deviceStore.write(KEYS.token, token);
    changed();
    return userId;
  },

  /** Keeps the token that follows the last one, unless they have left meanwhile. */
  renew(token: string): void {
    if (session.get().userId) deviceStore.write(KEYS.token, token);
    changed();
  },

  /** Keeps one's own record; of anyone but the person signed in it is ignored. */
  setUser(user: OwnUser): void {
    if (user.id !== session.get().userId) return;
    const record = JSON.stringify(user);
    // Most fetches bring what is known; nothing renders again for them.
    if (record === deviceStore.read(KEYS.user)) return;
    deviceStore.write(KEYS.user, record);
    changed();
  },

  /** Whoever ended it, and where: nothing of the person stays on the device. */
  close(): void {
    deviceStore.keepOnly(OF_DEVICE);
    changed();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The session as it stands; a change here or in another tab renders again. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get);
}

/** One's own record, for screens that stand behind the guard of the router. */
export function useMe(): OwnUser {
  const { user } = useSession();
  if (!user) throw new Error('Nobody is signed in.');
  return user;
}

/** One's own record once the registration is finished: only then are there people and chats to ask for. */
export function verifiedUser({ token, user }: Session): OwnUser | undefined {
  return token && user && user.registrationStep >= STEP.verified ? user : undefined;
}

/** Who is signed in, as the device remembers it. */
export function readSession(): Session {
  return {
    token: deviceStore.read(KEYS.token) || null,
    userId: deviceStore.read(KEYS.userId) || null,
    user: storedUser(),
  };
}

function storedUser(): OwnUser | null {
  const user = readJson(deviceStore, KEYS.user);
  return typeof user === 'object' && user !== null && 'id' in user ? (user as OwnUser) : null;
}

function changed(): void {
  current = undefined;
  for (const listener of listeners) listener();
}

function watchOtherTabs(): void {
  if (watching) return;
  watching = true;
  const ours: readonly unknown[] = [null, ...Object.values(KEYS)];
  const follow = (event: Event) => {
    // A page that comes back as it was left has heard of nothing meanwhile.
    const { key, persisted } = event as Partial<StorageEvent & PageTransitionEvent>;
    if (persisted || ours.includes(key)) changed();
  };
  for (const name of ['storage', 'pageshow']) window.addEventListener(name, follow);
}
