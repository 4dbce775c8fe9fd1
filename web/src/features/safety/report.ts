import type { ReportReason } from '@herenow/contract/constants';
import { reportUser } from '@herenow/contract/safety';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { useMe } from '../../lib/session.ts';
import { ifMade } from '../profile/index.ts';
import { blockedKey, dropChatWith, rememberBlocked } from './queries.ts';

interface Report {
  userId: string;
  reason: ReportReason;
  words?: string | undefined;
  fromChat?: boolean | undefined;
  messageId?: string | undefined;
  photoId?: string | undefined;
  alsoBlock?: boolean;
}

/** Reports a person, and blocks them in the same call if wanted. */
export function useReport() {
  const me = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, ...report }: Report) => {
      const reporter = report.fromChat ? { reporterUserId: me.id } : { reporterId: me.id };
      return api(reportUser, { body: { ...reporter, reportedUserId: userId, ...report } }).catch(
        // Of a person reported before, the record does not tell whether this report has arrived; its block does.
        ifMade(({ reportedUsers, blockedUsers }) =>
          report.alsoBlock
            ? blockedUsers.includes(userId)
            : reportedUsers.includes(userId) && !me.reportedUsers.includes(userId),
        ),
      );
    },
    onSuccess: (_, { userId, alsoBlock }) => {
      if (!alsoBlock) return undefined;
      rememberBlocked((ids) => [...ids.filter((id) => id !== userId), userId]);
      dropChatWith(client, userId);
      return fetchAgain(client, { queryKey: blockedKey(me.id) });
    },
  });
}
