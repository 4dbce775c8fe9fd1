import { TYPING_INTERVAL_MS } from '@herenow/contract/constants';
import { useEffect, useState } from 'react';
import { useWindowEvent } from '../../lib/window-events.ts';

/** Returns whether the other person is typing, until a little longer than their client’s repeat interval. */
export function useTyping(chatId: string, otherId: string): boolean {
  const [heard, setHeard] = useState(0);
  useWindowEvent('typing', (event) => {
    if (event.chatId === chatId && event.userId === otherId) setHeard(Date.now());
  });
  useWindowEvent('message', (message) => {
    if (message.chatId === chatId && message.senderId === otherId) setHeard(0);
  });
  useEffect(() => {
    if (heard === 0) return;
    const timer = setTimeout(() => setHeard(0), TYPING_INTERVAL_MS * 2);
    return () => clearTimeout(timer);
  }, [heard]);
  return heard !== 0;
}
