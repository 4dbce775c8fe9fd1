import type { OwnUser } from '@herenow/contract/entities';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { session } from '../../lib/session.ts';
import { emit } from '../../lib/window-events.ts';
import { ifMade, takeMe } from '../profile/index.ts';
import { endAfter, isEndAsked } from './visibility.ts';

interface Opening {
  status: 'online' | 'incognito';
  /** Null: no end. A string is a time; a number is hours from now. */
  until: number | string | null;
  /** Navigates to another page and settles once it is rendered, or after a short timeout. */
  lead?: false | (() => Promise<void>);
}

/** Returns a mutation that goes visible or incognito; the user's own record becomes that of the response. */
export function useBeginPresence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ status, until, lead }: Opening) => {
      const { id: userId, dateOfBirth } = ownUser();
      const onlineUntil = typeof until === 'number' ? endAfter(until, serverNow()) : until;
      const call = status === 'online' ? goOnline : goIncognito;
      const begin = () => api(call, { body: { userId, onlineUntil, dateOfBirth } });
      return change(client, status, onlineUntil, begin, lead);
    },
  });
}

/** Returns a mutation that ends the presence. `rejectedUsers` and `pinnedUsers` are empty in the response. */
export function useEndPresence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      change(client, 'offline', null, () => api(goOffline, { body: { userId: ownUser().id } })),
  });
}

function ownUser(): OwnUser {
  const { user } = session.get();
  if (!user) throw new Error('No user id found');
  return user;
}

async function change(
  client: QueryClient,
  status: OwnUser['status'],
  onlineUntil: string | null,
  call: () => Promise<OwnUser>,
  lead?: Opening['lead'],
): Promise<OwnUser> {
  const me = await takeMe(async () => {
    const user = await call().catch(
      ifMade((now) => now.status === status && isEndAsked(now.onlineUntil, onlineUntil)),
    );
    // A mounted feed refetches by itself; a cached one is removed. When leading to another page, the mounted one is
    // removed too, so that the page being left does not render again.
    client.removeQueries({ queryKey: ['feed'], type: lead ? 'all' : 'inactive' });
    if (lead) await lead();
    return user;
  });
  emit('presenceChanged');
  return me;
}
