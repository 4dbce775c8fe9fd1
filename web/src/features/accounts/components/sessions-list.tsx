import { listSessions, revokeSession, type Session } from '@herenow/contract/accounts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { api, isStatus } from '../../../lib/api.ts';
import { useMe } from '../../../lib/session.ts';
import { takeAnswer } from '../../../lib/take-answer.ts';
import { Button } from '../../../ui/button.tsx';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { pushPermission } from '../../push/index.ts';
import { sessionWords } from '../session-words.ts';
import { words } from '../words.ts';

/** How often the list is refetched while it is on the screen. */
const LIVE_MS = 15_000;

export const sessionsKey = (userId: string) => ['sessions', userId] as const;

/** Lists the devices that the user is signed in on; all but this one can be signed out here. */
export function SessionsList() {
  const me = useMe();
  const sessions = useQuery({
    queryKey: sessionsKey(me.id),
    queryFn: ({ signal }) => api(listSessions, { signal }),
    // No event tells of a sign-in elsewhere, which may be a thief’s.
    refetchInterval: LIVE_MS,
  });
  return (
    <Loaded query={sessions} failed={words.safety.sessionsFailed}>
      {(all) => (
        <ul className={listCardClass}>
          {all.map((one) => (
            <li key={one.id}>
              <SessionRow session={one} userId={me.id} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function SessionRow({ session, userId }: { session: Session; userId: string }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () =>
      api(revokeSession, { params: { sessionId: session.id } }).catch(async (error: unknown) => {
        // It may be over already, or only the answer was lost.
        const list = isStatus(error, 0, 404) && (await api(listSessions, {}));
        if (!list || list.some(({ id }) => id === session.id)) throw error;
      }),
    onSuccess: () => {
      takeAnswer<Session[]>(client, sessionsKey(userId), (list) =>
        list?.filter(({ id }) => id !== session.id),
      );
      showToast(words.safety.ended, { tone: 'good' });
    },
    onError: () => showToast(words.safety.endFailed, { tone: 'bad' }),
  });
  return (
    <ListRow
      icon={MonitorSmartphone}
      title={session.device}
      text={whereText(session)}
      action={
        session.current ? null : (
          <Button
            variant="ghost"
            size="medium"
            aria-label={words.safety.endLabel(session.device)}
            busy={end.isPending}
            onClick={() => end.mutate()}
          >
            {words.safety.end}
          </Button>
        )
      }
    />
  );
}

/**
 * Returns where a session is, and whether it gets pushes: someone who had its token for a moment may have added a push
 * address.
 */
function whereText({ current, pushes, lastUsedAt }: Session): string {
  const text = current ? words.safety.thisDevice : words.safety.lastUsed(moment(lastUsedAt));
  if (!pushes) return text;
  return current && pushPermission() !== 'granted' ? sessionWords.pushedElsewhere : sessionWords.pushed(text);
}

function moment(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
