import type { OwnUser } from '@herenow/contract/entities';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { session } from '../../lib/session.ts';
import { emit } from '../../lib/window-events.ts';
import { endAfter } from './visibility.ts';

interface Opening {
  status: 'online' | 'incognito';
  /** Null: no end. A time is kept as it is, a number means hours from now. */
  until: number | string | null;
  /** Navigates to another page and settles once it is rendered, or after a short timeout. */
  lead?: false | (() => Promise<void>);
}

/** Goes visible or incognito. The own record follows the server's answer. */
export function useBeginPresence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ status, until }: Opening): Promise<OwnUser> => {
      const me = ownUser();
      const onlineUntil = typeof until === 'number' ? endAfter(until, serverNow()) : until;
      const body = { userId: me.id, onlineUntil, dateOfBirth: me.dateOfBirth };
      return await api(status === 'online' ? goOnline : goIncognito, { body });
    },
    onSuccess: (user, { lead }) => changed(client, user, lead),
  });
}

/** Ends the presence. `rejectedUsers` and `pinnedUsers` come back empty. */
export function useEndPresence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<OwnUser> => await api(goOffline, { body: { userId: ownUser().id } }),
    onSuccess: (user) => changed(client, user),
  });
}

function ownUser(): OwnUser {
  const { user } = session.get();
  if (!user) throw new Error('No user id found');
  return user;
}

async function changed(client: QueryClient, user: OwnUser, lead?: Opening['lead']): Promise<void> {
  // A feed that stands loads itself; one that is only remembered is asked for again, and so is that of a page which one
  // is led to: nothing of the page that goes is rendered once more.
  client.removeQueries({ queryKey: ['feed'], type: lead ? 'all' : 'inactive' });
  if (lead) await lead();
  session.setUser(user);
  emit('presenceChanged');
}
