import type { DestinationName } from '@herenow/contract/queue';
import { useEffect, useEffectEvent } from 'react';
import { showPresenceBanner } from '../features/presence/index.ts';
import { navigate } from '../lib/navigation.tsx';
import { listenToAll, useWindowEvent, type WindowEvents } from '../lib/window-events.ts';
import { showToast } from '../ui/toast.tsx';
import { words } from './words.ts';

/** Handles the window events that concern the whole app. */
export function useGlobalEvents(): void {
  useWindowEvent('goOffline', () => {
    navigate('/chats');
    showPresenceBanner('offline');
  });
  // Public pages have no guard that would redirect there.
  useWindowEvent('logout', () => navigate('/login'));
  useWindowEvent('locationPermissionDenied', () => {
    showToast(words.locationMandatory, {
      id: 'locationPermissionDenied',
      tone: 'bad',
      duration: false,
      action: { label: words.ok },
    });
  });

  const chatGone = useEffectEvent(() => {
    showToast(words.chatExpired, { id: 'chat-gone', tone: 'bad' });
    navigate('/chats');
  });
  useEffect(() => {
    const onError = (event: Event) => {
      if (textOf(event).includes(CHAT_NOT_FOUND) && !concernsNobodyHere(event)) {
        event.preventDefault();
        chatGone();
      }
    };
    return listenToAll(['error', 'unhandledrejection'], onError);
  }, []);
}

const CHAT_NOT_FOUND = 'Chat not found';

/**
 * Destinations that a page sends to in the background: an error there, for example because the chat has just gone, does
 * not concern what the user is doing.
 */
const ASIDE: ReadonlySet<string> = new Set([
  '/app/chat.typing',
  '/app/chat.seen',
] satisfies DestinationName[]);

type AnyError = Partial<
  CustomEvent<Partial<WindowEvents['error']> | null> & ErrorEvent & PromiseRejectionEvent
>;

function concernsNobodyHere({ detail }: AnyError): boolean {
  return ASIDE.has(detail?.destination ?? '');
}

/** Returns the message of an error: uncaught (thrown or rejected), or reported by a call or the realtime channel. */
function textOf({ detail, message, reason }: AnyError): string {
  return String(detail?.message ?? message ?? reason?.message ?? reason);
}
