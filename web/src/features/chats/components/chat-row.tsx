import type { Chat } from '@herenow/contract/entities';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { photoAt } from '../../../ui/photo.tsx';
import { cx } from '../../../ui/cx.ts';
import { CountdownText } from '../../../ui/status-pill.tsx';
import { countdown, remainingMs } from '../../presence/index.ts';
import { otherOf } from '../queries.ts';
import { chatTime } from '../time.ts';
import { words } from '../words.ts';

interface Props {
  chat: Chat;
  me: string;
  now: number;
  /** Shown beside the list on wide screens. */
  open: boolean;
}

/** One chat of the list. Only an accepted one opens; the others are dimmed. */
export function ChatRow({ chat, me, now, open }: Props) {
  const other = otherOf(chat, me, now);
  const opens = chat.pinStatus === 'accepted';
  const unread = chat.unreadCount > 0;
  const body = (
    <>
      <Avatar photo={photoAt(other.photoUrl)} name="" online={isHere(chat, now)} />
      <span className="min-w-[min(9rem,100%)] flex-1">
        <span className="flex items-baseline gap-2">
          <span className={cx('flex min-w-0 text-body', unread ? 'font-bold' : 'font-semibold')}>
            <bdi className="truncate">{other.name}</bdi>
            <span className="shrink-0 font-normal tabular">, {other.age}</span>
          </span>
          <time
            dateTime={chat.lastMessageTime ?? chat.created}
            className="ms-auto shrink-0 text-caption text-soft tabular"
          >
            {chatTime(chat.lastMessageTime ?? chat.created, now)}
          </time>
        </span>
        <span className="mt-0.5 flex items-center gap-2 text-small">
          <span
            dir="auto"
            className={cx('min-w-0 flex-1 truncate text-start', unread ? 'font-semibold' : 'text-soft')}
          >
            {preview(chat)}
          </span>
          {unread && (
            <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-chip bg-signal-fill px-1.5 text-caption font-bold text-on-signal tabular">
              <span aria-hidden="true">{chat.unreadCount}</span>
              <span className="sr-only">{words.unread(chat.unreadCount)}</span>
            </span>
          )}
        </span>
        <span className="mt-0.5 flex items-center gap-2 text-caption text-soft tabular">
          <span>{distanceText(chat.distance)}</span>
          <span aria-hidden="true">·</span>
          <OtherPresence chat={chat} now={now} />
        </span>
      </span>
    </>
  );
  const look = 'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field px-[12px] py-3';
  if (!opens) return <div className={cx(look, 'text-soft grayscale *:first:opacity-50')}>{body}</div>;
  return (
    <Link
      to={`/chat/${chat.id}`}
      aria-current={open ? 'page' : undefined}
      className={cx(look, 'transition-colors duration-160 hover:bg-sunken', open && 'lg:bg-sunken')}
    >
      {body}
    </Link>
  );
}

export const distanceText = (km: number) => (km < 1 ? '< 1 km' : `${km} km`);

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

function preview(chat: Chat): string {
  if (chat.pinStatus === 'pending') return words.waiting;
  if (chat.pinStatus === 'rejected') return words.rejected;
  return chat.lastMessage ?? words.accepted;
}
