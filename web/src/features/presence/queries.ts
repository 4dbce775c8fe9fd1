import type { OwnUser } from '@herenow/contract/entities';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { emit } from '../../lib/window-events.ts';
import { endAfter } from './visibility.ts';

const FEED = { queryKey: ['feed'] };

interface Opening {
  status: 'online' | 'incognito';
  /** Null: no end. A time is kept as it is, a number means hours from now. */
  until: number | string | null;
  /** Shows another page, and settles when it stands. */
  lead?: false | (() => Promise<void>);
}

/** Goes visible or incognito. The own record follows the server's answer. */
export function useBeginPresence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ status, until }: Opening): Promise<OwnUser> => {
      const { user: me } = session.get();
      if (!me) throw new Error('No user id found');
      const onlineUntil = typeof until === 'number' ? endAfter(until, Date.now()) : until;
      const body = { userId: me.id, onlineUntil, dateOfBirth: me.dateOfBirth };
      return await api(status === 'online' ? goOnline : goIncognito, { body });
    },
    onSuccess: async (user, { lead }) => {
      if (!lead) return changed(client, user);
      // The page asks for the feed anew, and nothing of the one that goes is rendered once more.
      client.removeQueries(FEED);
      await lead();
      tell(user);
    },
  });
}

/** Ends the presence. `rejectedUsers` and `pinnedUsers` come back empty. */
export function useEndPresence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<OwnUser> => {
      const { user: me } = session.get();
      if (!me) throw new Error('No user id found');
      return await api(goOffline, { body: { userId: me.id } });
    },
    onSuccess: (user) => changed(client, user),
  });
}

function changed(client: QueryClient, user: OwnUser): void {
  // A feed that stands loads itself; one that is only remembered is asked for again.
  client.removeQueries({ ...FEED, type: 'inactive' });
  tell(user);
}

function tell(user: OwnUser): void {
  session.setUser(user);
  emit('presenceChanged');
}
