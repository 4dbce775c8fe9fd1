import type { Message } from '@herenow/contract/entities';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { sendRealtime, useConnected } from '../../lib/realtime/index.ts';
import { usePageVisible } from '../../lib/use-page-visible.ts';
import { seen } from './use-live-chats.ts';

/** Marks the other person's messages as seen while they are looked at: one event for each. */
export function useSeen(chatId: string, messages: readonly Message[], me: string): void {
  const client = useQueryClient();
  const connected = useConnected();
  const visible = usePageVisible();
  const told = useRef(new Set<string>());

  // Events sent over a lost connection may not have arrived.
  useEffect(() => {
    if (!connected) told.current.clear();
  }, [connected]);
  useEffect(() => {
    if (!connected || !visible) return;
    for (const message of messages) {
      const unseen = message.senderId !== me && message.status !== 'seen' && !message.deleted;
      if (!unseen || told.current.has(message.id)) continue;
      told.current.add(message.id);
      sendRealtime('/app/chat.seen', message);
      seen(client, chatId, message.id, me);
    }
  }, [chatId, client, connected, visible, messages, me]);
}
