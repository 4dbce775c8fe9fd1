import type { Chat } from '@herenow/contract/entities';
import { blockUser, listBlockedUsers } from '@herenow/contract/safety';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { session, useMe } from '../../lib/session.ts';
import { takeAnswer } from '../../lib/take-answer.ts';
import { ifMade, refreshMe } from '../profile/index.ts';

export const blockedKey = (userId: string) => ['blocked-users', userId] as const;

/** Returns a mutation that blocks a person: optimistically in the user's own record, then on the server. */
export function useBlock() {
  const me = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userToBlockId: string) =>
      api(blockUser, { body: { userId: me.id, userToBlockId } }).catch(
        ifMade(({ blockedUsers }) => blockedUsers.includes(userToBlockId)),
      ),
    onMutate: (blockedId) => rememberBlocked((ids) => [...ids.filter((id) => id !== blockedId), blockedId]),
    onSuccess: (_, blockedId) => dropChatWith(client, blockedId),
    onError: () => void refreshMe().catch(() => undefined),
    onSettled: () => fetchAgain(client, { queryKey: blockedKey(me.id) }),
  });
}

export function useBlockedUsers() {
  const me = useMe();
  return useQuery({
    queryKey: blockedKey(me.id),
    queryFn: ({ signal }) => api(listBlockedUsers, { params: { id: me.id }, signal }),
  });
}

/** Updates the list of blocked people in the user's own record. */
export function rememberBlocked(change: (ids: string[]) => string[]): void {
  const { user } = session.get();
  if (user) session.setUser({ ...user, blockedUsers: change(user.blockedUsers) });
}

/** Removes the chat with a blocked person from the loaded list: the event may be late, or the channel closed. */
export function dropChatWith(client: QueryClient, blockedId: string): void {
  takeAnswer<Chat[]>(client, ['chats'], (chats) =>
    chats?.filter(({ participants }) => participants.every(({ userId }) => userId !== blockedId)),
  );
}
