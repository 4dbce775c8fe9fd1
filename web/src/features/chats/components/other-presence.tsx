import type { Chat, OwnUser } from '@herenow/contract/entities';
import { CountdownText } from '../../../ui/status-pill.tsx';
import { countdown, isActive, remainingMs } from '../../presence/index.ts';
import { words } from '../words.ts';

/** Returns whether the other person is active, with an end in the future or without one. */
export function isHere(chat: Chat, now: number): boolean {
  return (
    chat.otherUserOnline &&
    (chat.otherUserOnlineUntil === null || remainingMs(chat.otherUserOnlineUntil, now) > 0)
  );
}

/** Returns whether the chat takes messages, edits and reactions. */
export const isLive = (chat: Chat, me: OwnUser, now: number): boolean =>
  isActive(me, now) && isHere(chat, now);

interface Props {
  chat: Chat;
  now: number;
  /** Matches a dimmed row. */
  dimmed?: boolean;
}

/** The other person's countdown, `Online` without an end, or `Offline`. */
export function OtherPresence({ chat, now, dimmed }: Props) {
  if (!isHere(chat, now)) return <CountdownText running={false}>{words.offline}</CountdownText>;
  const left = remainingMs(chat.otherUserOnlineUntil, now);
  return <CountdownText running={!dimmed}>{left > 0 ? countdown(left) : words.online}</CountdownText>;
}
