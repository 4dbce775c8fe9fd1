import type { Chat, Message } from '@herenow/contract/entities';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Loads older messages while all loaded ones are seen and more are unread: the user has looked at the end, so the rest
 * counts as read too. Stops at a page without unread messages.
 */
export function useAllRead(
  { unreadCount }: Chat,
  messages: readonly Message[],
  me: string,
  loadOlder: () => Promise<void>,
): void {
  /** Whether older ones were requested since the last unread message. */
  const asked = useRef(false);
  const load = useEffectEvent(() => void loadOlder().catch(() => undefined));
  useEffect(() => {
    const waiting = messages.some(({ senderId, status }) => senderId !== me && status !== 'seen');
    if (waiting) asked.current = false;
    if (waiting || asked.current || unreadCount === 0 || messages.length === 0) return;
    asked.current = true;
    load();
  }, [messages, me, unreadCount]);
}
