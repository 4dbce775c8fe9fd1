import type { Message } from '@herenow/contract/entities';
import { useEffect, useRef } from 'react';
import { sendRealtime, useConnected } from '../../lib/realtime/index.ts';
import { usePageVisible } from '../../lib/use-page-visible.ts';

/**
 * Marks the other person's messages as seen while their end is looked at, one event for each. The event that comes back
 * changes the message and its row: what was told over a connection that is lost is told again. Where more messages are
 * unread than are loaded, the older ones are loaded for it, too.
 */
export function useSeen(
  messages: readonly Message[],
  me: string,
  atEnd: boolean,
  { unread, onOlder }: { unread: number; onOlder: () => void },
): void {
  const connected = useConnected();
  const visible = usePageVisible();
  const told = useRef(new Set<string>());

  // Events sent over a lost connection may not have arrived.
  useEffect(() => {
    if (!connected) told.current.clear();
  }, [connected]);
  useEffect(() => {
    if (!connected || !visible || !atEnd) return;
    const theirs = messages.filter(({ senderId }) => senderId !== me);
    const unseen = theirs.filter(({ status }) => status !== 'seen');
    for (const message of unseen) {
      if (told.current.has(message.id)) continue;
      told.current.add(message.id);
      sendRealtime('/app/chat.seen', message);
    }
    // Unread messages have no seen ones among them.
    if (unread > unseen.length && theirs[0] && told.current.has(theirs[0].id)) onOlder();
  }, [connected, visible, messages, me, atEnd, unread, onOlder]);
}
