import { STEP } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import { useSyncExternalStore } from 'react';
import { deviceStore, forgetUser, readJson } from './storage.ts';
import { subjectOf } from './token.ts';

export type Session = {
  token: string | null;
  userId: string | null;
  /** The user's own record as last received; null until it has been fetched. */
  user: OwnUser | null;
};

const KEYS = { token: 'authToken', userId: 'userId', user: 'user' } as const;
const listeners = new Set<() => void>();
let current: Session | undefined;
let watching = false;

/** The session on this device, shared by all its tabs. */
export const session = {
  get(): Session {
    watchOtherTabs();
    current ??= readSession();
    return current;
  },

  /** Signs in with a fresh token, which contains its user; deletes what another user left on the device. */
  open(token: string): string {
    const userId = subjectOf(token);
    if (userId === undefined) throw new Error('The token names nobody.');
    if (userId !== session.get().userId) forgetUser(deviceStore);
    deviceStore.write(KEYS.userId, userId);
    deviceStore.write(KEYS.token, token);
    changed();
    return userId;
  },

  /** Stores the token that replaces another one, unless its user has signed out or somebody else has signed in. */
  renew(expired: string, token: string): void {
    if (deviceStore.read(KEYS.token) === expired) deviceStore.write(KEYS.token, token);
    changed();
  },

  /** Stores the user's own record; ignores the record of anyone but the signed-in user. */
  setUser(user: OwnUser): void {
    if (user.id !== session.get().userId) return;
    const record = JSON.stringify(user);
    // Most fetches bring nothing new; then nothing re-renders.
    if (record === deviceStore.read(KEYS.user)) return;
    deviceStore.write(KEYS.user, record);
    changed();
  },

  /** Ends the session on this device, wherever it was ended: nothing about the user stays. */
  close(): void {
    forgetUser(deviceStore);
    changed();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Returns the current session; re-renders when it changes here or in another tab. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.get);
}

/** Returns the user's own record, for screens behind the router's guard. */
export function useMe(): OwnUser {
  const { user } = useSession();
  if (!user) throw new Error('Nobody is signed in.');
  return user;
}

/** Returns the user's own record once registration is finished: only then are there people and chats to fetch. */
export function verifiedUser({ user }: Session): OwnUser | undefined {
  return user && user.registrationStep >= STEP.verified ? user : undefined;
}

/** Returns the session as stored on the device; each of its parts only with those before it. */
export function readSession(): Session {
  const token = deviceStore.read(KEYS.token) || null;
  const userId = (token && deviceStore.read(KEYS.userId)) || null;
  return { token, userId, user: userId ? storedUser() : null };
}

function storedUser(): OwnUser | null {
  const user = readJson(deviceStore, KEYS.user) as OwnUser | null | undefined;
  // A damaged one counts as none, and is fetched.
  return Array.isArray(user?.photos) ? user : null;
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
    // A page restored from the back/forward cache has missed all changes.
    const { key, persisted } = event as Partial<StorageEvent & PageTransitionEvent>;
    if (persisted || ours.includes(key)) changed();
  };
  for (const name of ['storage', 'pageshow']) window.addEventListener(name, follow);
}
