import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { session, useMe, verifiedUser } from '../../../lib/session.ts';
import { useWide } from '../../../lib/use-wide.ts';
import { useWindowEvent } from '../../../lib/window-events.ts';
import { PinScene } from '../../../ui/pin-scene.tsx';
import ChatList from '../components/chat-list.tsx';
import { prefetchChats, useChats } from '../queries.ts';
import { words as listWords } from '../list-words.ts';
import { words } from '../words.ts';

export function prefetch(client: QueryClient): void {
  const user = verifiedUser(session.get());
  if (user) prefetchChats(client, user.id);
}

/** The list of chats; from 1024 px with the pane where a chat opens beside it. */
export default function ChatsScreen() {
  const { data, isFetchedAfterMount } = useChats();
  const wide = useWide();
  const beside = data ? data.length > 0 : !isFetchedAfterMount;
  return (
    <div className={beside ? 'lg:grid lg:grid-cols-[min(26rem,40%)_minmax(0,1fr)]' : undefined}>
      <main className="gutter pt-2 pb-8 lg:pt-5">
        {/* Where there is room, it is in the bar above. */}
        <h1 className={wide ? 'sr-only' : 'mb-5 text-heading'}>{words.title}</h1>
        <ChatList />
        <News />
      </main>
      {beside && (
        <aside className="sticky top-16 hidden h-[calc(100dvh-4rem)] flex-col items-center justify-center gap-4 border-s border-line lg:flex">
          <PinScene />
          <p className="text-body text-soft">{listWords.choose}</p>
        </aside>
      )}
    </div>
  );
}

/** Announces new rows of the list to screen readers, since no toast does while it is open. */
function News() {
  const { id, notificationSettings: settings } = useMe();
  const [news, setNews] = useState({ count: 0, text: '' });
  const tell = (text: string) => setNews({ count: news.count + 1, text });
  useWindowEvent('message', ({ senderId, senderUsername, status }) => {
    if (senderId !== id && status !== 'seen' && settings.inAppMessages)
      tell(words.newMessage(senderUsername));
  });
  useWindowEvent('notification', ({ type, content }) => {
    if (type === 'PIN_REQUEST' && settings.inAppPin) tell(content);
  });
  return (
    <p role="status" className="sr-only">
      {/* A new element makes screen readers read the same text again. */}
      <span key={news.count}>{news.text}</span>
    </p>
  );
}
