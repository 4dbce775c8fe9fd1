import type { Message } from '@herenow/contract/entities';
import { useEffect, useRef } from 'react';
import { sendRealtime, useConnected } from '../../lib/realtime/index.ts';
import { usePageVisible } from '../../lib/use-page-visible.ts';

/**
 * Marks the other person's messages as seen while the end of the list is on the screen, one event each. The event that
 * comes back changes the message and its row. Events sent over a lost connection are sent again.
 */
export function useSeen(messages: readonly Message[], me: string, atEnd: boolean): void {
  const connected = useConnected();
  const visible = usePageVisible();
  const told = useRef(new Set<string>());

  // Events sent over a lost connection may not have arrived.
  useEffect(() => {
    if (!connected) told.current.clear();
  }, [connected]);
  useEffect(() => {
    if (!connected || !visible || !atEnd) return;
    for (const message of messages) {
      const { id, senderId, status } = message;
      if (senderId === me || status === 'seen' || told.current.has(id)) continue;
      told.current.add(id);
      sendRealtime('/app/chat.seen', message);
    }
  }, [connected, visible, messages, me, atEnd]);
}
