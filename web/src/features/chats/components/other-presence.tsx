import type { Chat } from '@herenow/contract/entities';
import { CountdownText } from '../../../ui/status-pill.tsx';
import { countdown, remainingMs } from '../../presence/index.ts';
import { words } from '../words.ts';

/** The other person is active: with an end in the future, or without one. */
export function isHere(chat: Chat, now: number): boolean {
  return (
    chat.otherUserOnline &&
    (chat.otherUserOnlineUntil === null || remainingMs(chat.otherUserOnlineUntil, now) > 0)
  );
}

/** The other person's countdown, `Online` without an end, or `Offline`. */
export function OtherPresence({ chat, now }: { chat: Chat; now: number }) {
  if (!isHere(chat, now)) return <CountdownText running={false}>{words.offline}</CountdownText>;
  const left = remainingMs(chat.otherUserOnlineUntil, now);
  return <CountdownText running>{left > 0 ? countdown(left) : words.online}</CountdownText>;
}
