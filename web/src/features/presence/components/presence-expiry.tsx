import { useEffect, useEffectEvent, useRef } from 'react';
import { serverNow } from '../../../lib/clock.ts';
import { warn } from '../../../lib/log.ts';
import { useSession } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { emit } from '../../../lib/window-events.ts';
import { showToast } from '../../../ui/toast.tsx';
import { refreshMe } from '../../profile/index.ts';
import { useEndPresence } from '../queries.ts';
import { isActive } from '../visibility.ts';
import { words } from '../words.ts';

/**
 * Goes offline when the user's presence has run out, and tells. One that was over before the page was opened is no news:
 * the user stays on the page that they have opened. A component of its own, so that its clock re-renders nothing else.
 */
export function PresenceExpiry(): null {
  const me = useSession().user ?? undefined;
  const endPresence = useEndPresence();
  const ended = useRef<string>(undefined);
  const until = me?.online ? me.onlineUntil : null;
  const now = useNow(1000, until !== null);
  const over = until !== null && Date.parse(until) <= now;
  const wasOver = useRef(over ? until : undefined);
  const end = useEffectEvent(async () => {
    try {
      // Another device may have extended the presence while this one was asleep or disconnected.
      const told = await refreshMe();
      if (isActive(told, serverNow())) {
        ended.current = wasOver.current = undefined;
        return;
      }
      // Does not end what the server has already ended: another device may have gone visible since.
      if (told.online) await endPresence.mutateAsync();
      if (until !== wasOver.current) emit('goOffline');
    } catch (problem) {
      // The server ends the presence by its own clock; the next refresh of the record shows it.
      warn('not ended', problem);
      if (until !== wasOver.current) showToast(words.offlineFailed, { id: 'presence-end', tone: 'bad' });
    }
  });
  useEffect(() => {
    if (!over || ended.current === until) return;
    ended.current = until;
    void end();
  }, [over, until]);
  return null;
}
