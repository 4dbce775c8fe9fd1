import { blockUser, listBlockedUsers, reportUser, unblockUser } from '@herenow/contract/safety';
import type { ReportReason } from '@herenow/contract/constants';
import type { BlockedUser } from '@herenow/contract/entities';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { session, useMe } from '../../lib/session.ts';

export const blockedKey = (userId: string) => ['blocked-users', userId] as const;

/** Blocks the person of the given id: at once in one's own record, then on the server. */
export function useBlock() {
  const me = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userToBlockId: string) => api(blockUser, { body: { userId: me.id, userToBlockId } }),
    onMutate: (blockedId) => rememberBlocked((ids) => [...ids.filter((id) => id !== blockedId), blockedId]),
    onError: (_, blockedId) => rememberBlocked((ids) => ids.filter((id) => id !== blockedId)),
    onSettled: () => client.invalidateQueries({ queryKey: blockedKey(me.id) }),
  });
}

export function useUnblock() {
  const me = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userToBlockId: string) => api(unblockUser, { body: { userId: me.id, userToBlockId } }),
    onSuccess: (_, id) => {
      rememberBlocked((ids) => ids.filter((one) => one !== id));
      client.setQueryData<BlockedUser[]>(blockedKey(me.id), (list) => list?.filter((one) => one.id !== id));
    },
  });
}

export function useBlockedUsers() {
  const me = useMe();
  return useQuery({
    queryKey: blockedKey(me.id),
    queryFn: ({ signal }) => api(listBlockedUsers, { params: { id: me.id }, signal }),
  });
}

interface Report {
  userId: string;
  reason: ReportReason;
  words?: string | undefined;
  fromChat?: boolean | undefined;
  messageId?: string | undefined;
  photoId?: string | undefined;
  alsoBlock?: boolean;
}

/** Reports a person, and blocks them in the same step if asked. */
export function useReport() {
  const me = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, ...report }: Report) => {
      const reporter = report.fromChat ? { reporterUserId: me.id } : { reporterId: me.id };
      return api(reportUser, { body: { ...reporter, reportedUserId: userId, ...report } });
    },
    onSuccess: (_, { userId, alsoBlock }) => {
      if (!alsoBlock) return undefined;
      rememberBlocked((ids) => [...ids.filter((id) => id !== userId), userId]);
      return client.invalidateQueries({ queryKey: blockedKey(me.id) });
    },
  });
}

function rememberBlocked(change: (ids: string[]) => string[]): void {
  const { user } = session.get();
  if (user) session.setUser({ ...user, blockedUsers: change(user.blockedUsers) });
}
