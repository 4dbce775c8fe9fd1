import type { Chat } from '@herenow/contract/entities';
import { EllipsisVertical } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { goUp, Link } from '../../../lib/navigation.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { BackButton } from '../../../ui/back-button.tsx';
import { photoAt } from '../../../ui/photo.tsx';
import { later } from '../../../ui/later.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { openReport } from '../../safety/index.ts';
import { otherOf } from '../queries.ts';
import { loadQuestions } from '../load-parts.ts';
import { closeAll, setSearching } from '../parts-store.ts';
import { words } from '../words.ts';
import { isHere, OtherPresence } from './other-presence.tsx';

const ChatQuestions = later(loadQuestions);

/** Photo, name, countdown, and a menu with Block and Report. */
export function ChatHeader({ chat, me }: { chat: Chat; me: string }) {
  const now = useNow();
  const other = otherOf(chat, me);
  useEffect(() => closeAll, []);
  const [asking, setAsking] = useState<'block' | 'date' | 'nothing'>();
  return (
    <>
      <ChatBar>
        <Link
          to={`/profile/${other.id}`}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-field hover:bg-sunken active:bg-sunken"
        >
          <Avatar
            photo={photoAt(other.photoUrl)}
            size="small"
            online={isHere(chat, now)}
            className="@max-[15rem]:hidden"
          />
          <span className="min-w-0 flex-1 ps-1">
            <h1 className="flex text-body font-bold">
              <bdi className="truncate">{other.name}</bdi>
            </h1>
            <OtherPresence chat={chat} now={now} />
          </span>
        </Link>
        <Menu
          label={words.menu}
          icon={<EllipsisVertical className="size-5.5" />}
          items={[
            { label: words.search, onSelect: () => setSearching(true), movesFocus: true },
            { label: words.shareDate, onSelect: () => setAsking('date'), movesFocus: true },
            { label: words.block, onSelect: () => setAsking('block'), movesFocus: true, danger: true },
            {
              label: words.report,
              onSelect: () =>
                openReport({ userId: other.id, name: other.name, fromChat: true, leaveTo: '/chats' }),
              movesFocus: true,
            },
          ]}
        />
      </ChatBar>
      {asking && (
        <ChatQuestions
          open
          asking={asking}
          onClose={() => setAsking('nothing')}
          id={other.id}
          name={other.name}
        />
      )}
    </>
  );
}

/** The way back to all chats, and beside it whose chat it is. */
export function ChatBar({ children }: { children?: ReactNode }) {
  return (
    <header className="z-10 border-b border-line bg-paper safe-top">
      <div className="@container flex min-h-16 items-center gap-2 px-2">
        <BackButton label={words.backToAll} onClick={() => goUp('/chats')} />
        {children}
      </div>
    </header>
  );
}
