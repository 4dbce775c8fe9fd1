import type { Chat } from '@herenow/contract/entities';
import { Link } from '../../../lib/navigation.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { photoAt } from '../../../ui/photo.tsx';
import { cx } from '../../../ui/cx.ts';
import { otherOf } from '../queries.ts';
import { chatTime } from '../time.ts';
import { words } from '../list-words.ts';
import { isHere, OtherPresence } from './other-presence.tsx';

interface Props {
  chat: Chat;
  me: string;
  now: number;
  /** Shown beside the list on wide screens. */
  open: boolean;
}

/** One chat of the list. Only an accepted one opens; the others are dimmed and lead to the other user's profile. */
export function ChatRow({ chat, me, now, open }: Props) {
  const other = otherOf(chat, me);
  const opens = chat.pinStatus === 'accepted';
  const profile = `/profile/${other.id}`;
  const face = <Avatar photo={photoAt(other.photoUrl)} online={isHere(chat, now)} />;
  return (
    <div
      className={cx(
        'relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field px-[12px] py-3',
        'transition-colors duration-160 hover:bg-sunken active:bg-sunken',
        open && 'lg:bg-sunken',
        !opens && 'text-soft colourless *:first:opacity-50',
      )}
    >
      {opens ? (
        <Link
          to={profile}
          aria-label={words.openProfile(other.name)}
          className="relative z-10 flex rounded-chip"
        >
          {face}
        </Link>
      ) : (
        face
      )}
      <Link
        to={opens ? `/chat/${chat.id}` : profile}
        aria-current={open ? 'page' : undefined}
        className="min-w-[min(9rem,100%)] flex-1 outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-ink"
      >
        <RowText chat={chat} name={other.name} age={other.age} now={now} />
      </Link>
    </div>
  );
}

/** What stands beside the photo: name and age, time, last message, distance and time left. */
function RowText({ chat, name, age, now }: { chat: Chat; name: string; age: number; now: number }) {
  const unread = chat.unreadCount > 0;
  return (
    <>
      <span className="flex items-baseline gap-2">
        <span className={cx('text-body wrap-anywhere', unread ? 'font-bold' : 'font-semibold')}>
          <bdi>{name}</bdi>
          <span className="font-normal tabular">, {age}</span>
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
            <span aria-hidden>{chat.unreadCount}</span>
            <span className="sr-only">{words.unread(chat.unreadCount)}</span>
          </span>
        )}
      </span>
      <span className="mt-0.5 flex items-center gap-2 text-caption text-soft tabular">
        <Distance chat={chat} />
        <OtherPresence chat={chat} now={now} dimmed={chat.pinStatus !== 'accepted'} />
      </span>
    </>
  );
}

/** The distance when both users last saw each other; nothing if they never did. */
export function Distance({ chat: { distance: km } }: { chat: Chat }) {
  if (km === undefined) return null;
  return (
    <>
      <span>{words.distance(km)}</span>
      <span aria-hidden>·</span>
    </>
  );
}

function preview(chat: Chat): string {
  if (chat.pinStatus === 'pending') return words.waiting;
  if (chat.pinStatus === 'rejected') return words.rejected;
  return chat.lastMessage ?? words.accepted;
}
