import type { Chat } from '@herenow/contract/entities';
import { serverNow } from '../../lib/clock.ts';
import { queryClient } from '../../lib/query-client.ts';
import { session } from '../../lib/session.ts';
import { closeToast, showToast } from '../../ui/toast.tsx';
import { minutesIn } from '../presence/index.ts';
import { isHere } from './components/other-presence.tsx';
import { endsSoon, extendPresence } from './ending.ts';
import { chatsKey } from './keys.ts';
import { words } from './parts-words.ts';

const ID = 'ending';
const LOOK_MS = 5000;
const SHOWN_MS = 10_000;

/** The end for which the user was already asked. */
let asked: string | undefined;

/**
 * Asks a user whose live chats are about to pause, once and on any page, whether to stay. An open chat asks with its
 * own banner.
 */
function look(): void {
  const now = serverNow();
  const until = session.get().user?.onlineUntil;
  // Another tab or device may have extended it.
  if (asked && asked !== until) closeToast(ID);
  const left = endsSoon(until, now);
  if (!until || !left || asked === until || document.hidden || location.pathname.startsWith('/chat/')) return;
  const chats = queryClient.getQueryData<Chat[]>(chatsKey);
  if (!chats?.some((chat) => chat.pinStatus === 'accepted' && isHere(chat, now))) return;
  asked = until;
  showToast(words.yourEnd(words.minutes(minutesIn(left))), {
    id: ID,
    tone: 'pin',
    duration: SHOWN_MS,
    action: { label: words.extend, onClick: () => void extendPresence() },
  });
}

setInterval(look, LOOK_MS);
