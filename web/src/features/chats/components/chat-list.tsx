import type { Chat } from '@herenow/contract/entities';
import { useRef, type ReactNode } from 'react';
import { isStatus } from '../../../lib/api-error.ts';
import { navigate } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { useWithheld } from '../../../lib/undo.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { isRequest, useChats } from '../queries.ts';
import { useListPlace } from '../use-list-place.ts';
import { words as listWords } from '../list-words.ts';
import { words } from '../words.ts';
import { BothFaces } from './both-faces.tsx';
import { ChatRow } from './chat-row.tsx';
import { isHere } from './other-presence.tsx';
import { RequestStrip } from './request-strip.tsx';

/** Lists requests first, then chats (active people before the others), then own pending pins and rejected ones. */
export default function ChatList({ openId }: { openId?: string | undefined }) {
  const { id: me } = useMe();
  const chats = useChats();
  if (!chats.data) {
    if (!chats.isFetchedAfterMount) return <ListSkeleton lines={3} label={words.loading} />;
    return (
      <ErrorState
        page={openId === undefined}
        title={words.failed}
        text={isStatus(chats.error, 404) ? chats.error.text : words.failedText}
        busy={chats.isFetching}
        onRetry={() => void chats.refetch()}
      />
    );
  }
  return <Sections chats={chats.data} me={me} openId={openId} />;
}

function Sections({ chats, me, openId }: { chats: Chat[]; me: string; openId: string | undefined }) {
  const list = useRef<HTMLDivElement>(null);
  useListPlace(list);
  const now = useNow();
  const withheld = useWithheld();
  const requests = chats.filter((chat) => isRequest(chat, me) && !withheld.has(chat.id));
  const settled = useSettled(requests.map(({ id }) => id).join());
  const accepted = chats.filter((chat) => chat.pinStatus === 'accepted');
  const lists = {
    chats: [
      ...accepted.filter((chat) => isHere(chat, now)),
      ...accepted.filter((chat) => !isHere(chat, now)),
    ],
    waiting: chats.filter((chat) => chat.pinStatus === 'pending' && !isRequest(chat, me)),
    closed: chats.filter((chat) => chat.pinStatus === 'rejected'),
  };
  const shown = requests.length + lists.chats.length + lists.waiting.length + lists.closed.length;
  if (shown === 0) return <NoPins page={openId === undefined} />;
  return (
    <div ref={list} className="flex flex-col gap-8">
      {requests.length > 0 && (
        <Section title={listWords.sections.requests}>
          <RequestStrip requests={requests} me={me} now={now} settled={settled} />
        </Section>
      )}
      {(['chats', 'waiting', 'closed'] as const).map(
        (name) =>
          lists[name].length > 0 && (
            <Section key={name} title={listWords.sections[name]}>
              <ul className="-mx-[12px]">
                {lists[name].map((chat) => (
                  <li key={chat.id}>
                    <ChatRow chat={chat} me={me} now={now} open={chat.id === openId} />
                  </li>
                ))}
              </ul>
            </Section>
          ),
      )}
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-small font-semibold text-soft">{title}</h2>
      <div className="mt-1">{children}</div>
    </section>
  );
}

function NoPins({ page }: { page: boolean }) {
  const { photos } = useMe();
  return (
    <EmptyState
      page={page}
      scene={<BothFaces small mine={photos[0]} theirs="somebody" />}
      title={listWords.empty}
      text={listWords.emptyText}
      action={
        <Button block onClick={() => navigate('/feed')}>
          {listWords.startBrowsing}
        </Button>
      }
    />
  );
}
