import type { Message } from '@herenow/contract/entities';
import { useEffect, useRef } from 'react';
import { sendRealtime, useConnected } from '../../lib/realtime/index.ts';
import { usePageVisible } from '../../lib/use-page-visible.ts';
import { bubbleOf } from './components/message-menu.tsx';

/**
 * Marks the other person's messages as seen, one event for each, once they are on the screen; with one also those
 * before it, as whoever opens a chat reads it from its end. The event that comes back changes the message and its row:
 * what was told over a connection that is lost is told again.
 */
export function useSeen(messages: readonly Message[], me: string): void {
  const connected = useConnected();
  const visible = usePageVisible();
  const told = useRef(new Set<string>());

  // Events sent over a lost connection may not have arrived.
  useEffect(() => {
    if (!connected) told.current.clear();
  }, [connected]);
  useEffect(() => {
    if (!connected || !visible) return undefined;
    const unseen = messages.filter(
      ({ id, senderId, status }) => senderId !== me && status !== 'seen' && !told.current.has(id),
    );
    const bubbles = unseen.map(({ id }) => bubbleOf(id));
    const observer = new IntersectionObserver((entries) => {
      const shown = new Set(entries.filter((one) => one.isIntersecting).map(({ target }) => target));
      const last = bubbles.findLastIndex((bubble) => bubble && shown.has(bubble));
      for (const message of unseen.slice(0, last + 1)) {
        if (told.current.has(message.id)) continue;
        told.current.add(message.id);
        sendRealtime('/app/chat.seen', message);
      }
    });
    for (const bubble of bubbles) if (bubble) observer.observe(bubble);
    return () => observer.disconnect();
  }, [connected, visible, messages, me]);
}
