import type { Chat } from '@herenow/contract/entities';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { isRequest, useChats } from '../queries.ts';
import { words } from '../words.ts';
import { ChatRow, isHere } from './chat-row.tsx';
import { RequestCard } from './request-card.tsx';

/** Requests first, then live chats, then what waits. */
export function ChatList({ openId }: { openId?: string | undefined }) {
  const { id: me } = useMe();
  const chats = useChats();
  const now = useNow(1000);
  if (chats.isPending) return <ListSkeleton lines={3} label={words.loading} />;
  if (!chats.data) {
    return (
      <ErrorState
        page={openId === undefined}
        title={words.failed}
        text={words.failedText}
        retryText={words.tryAgain}
        busy={chats.isFetching}
        onRetry={() => void chats.refetch()}
      />
    );
  }
  if (chats.data.length === 0) return <NoPins page={openId === undefined} />;

  const requests = chats.data.filter((chat) => isRequest(chat, me));
  const live = chats.data.filter((chat) => chat.pinStatus === 'accepted' && isHere(chat, now));
  const others = chats.data.filter((chat) => !requests.includes(chat) && !live.includes(chat));
  const rows = (list: readonly Chat[]) =>
    list.map((chat) => (
      <li key={chat.id}>
        <ChatRow chat={chat} me={me} now={now} open={chat.id === openId} />
      </li>
    ));
  return (
    <div className="flex flex-col gap-7">
      {requests.length > 0 && (
        <Section title={words.sections.requests}>
          <ul className="mt-3 flex flex-col gap-3">
            {requests.map((chat) => (
              <li key={chat.id}>
                <RequestCard chat={chat} me={me} now={now} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {live.length > 0 && (
        <Section title={words.sections.live}>
          <ul className="-mx-[12px]">{rows(live)}</ul>
        </Section>
      )}
      {others.length > 0 && (
        <Section title={words.sections.waiting}>
          <ul className="-mx-[12px]">{rows(others)}</ul>
        </Section>
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
  const navigate = useNavigate();
  return (
    <EmptyState
      page={page}
      title={words.empty}
      text={words.emptyText}
      action={
        <Button block onClick={() => void navigate('/feed')}>
          {words.startBrowsing}
        </Button>
      }
    />
  );
}
