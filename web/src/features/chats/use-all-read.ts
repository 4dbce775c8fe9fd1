import type { Chat, Message } from '@herenow/contract/entities';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Loads older messages while more are unread than are loaded: those that are loaded have been marked as seen, so the
 * user is looking at the end, and the rest counts as read as well. Ends with a page that has nothing unread.
 */
export function useAllRead(
  { unreadCount }: Chat,
  messages: readonly Message[],
  me: string,
  loadOlder: () => Promise<void>,
): void {
  const marked = useRef(false);
  const load = useEffectEvent(() => void loadOlder().catch(() => undefined));
  useEffect(() => {
    const waiting = messages.some(({ senderId, status }) => senderId !== me && status !== 'seen');
    if (!waiting && marked.current && unreadCount > 0) load();
    marked.current = waiting;
  }, [messages, me, unreadCount]);
}
