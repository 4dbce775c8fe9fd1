import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Navigate, useParams } from '../../../lib/navigation.tsx';
import { session, useMe, verifiedUser } from '../../../lib/session.ts';
import { isWide, useWide } from '../../../lib/use-wide.ts';
import { emit } from '../../../lib/window-events.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ConversationSkeleton } from '../../../ui/conversation-skeleton.tsx';
import { later } from '../../../ui/later.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ChatBar, ChatHeader } from '../components/chat-header.tsx';
import { Conversation } from '../components/conversation.tsx';
import { otherOf, prefetchChats, useChats } from '../queries.ts';
import { useViewportHeight } from '../use-viewport-height.ts';
import { words } from '../words.ts';

const RETRY_MS = 3000;
const loadList = () => import('../components/chat-list.tsx');
/** The skeleton stays until the list can be loaded: an error would also replace the chat. */
const listLoaded = (): ReturnType<typeof loadList> =>
  loadList().catch(async () => {
    emit('partFailed');
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return listLoaded();
  });

/** A phone shows one chat alone. */
const ChatList = lazy(listLoaded);

const NotFound = later(() => import('../components/chat-not-found.tsx'), <Waiting />);

export function prefetch(client: QueryClient, { id }: { readonly id?: string | undefined }): void {
  const user = verifiedUser(session.get());
  if (user) prefetchChats(client, user.id, id);
  if (isWide()) void loadList().catch(() => undefined);
}

/** One chat; on wide screens with the list beside it. */
export default function ChatScreen() {
  const { id = '' } = useParams();
  const height = useViewportHeight();
  const wide = useWide();
  return (
    <div
      className="flex h-dvh lg:h-[calc(100dvh-4rem)]"
      style={height === undefined || wide ? undefined : { height }}
    >
      {wide && <AllChats openId={id} />}
      <main className="flex min-w-0 flex-1 flex-col border-line lg:border-s">
        <OneChat key={id} id={id} />
      </main>
    </div>
  );
}

/** The same list as on the page of all chats, so that it does not move when chats are opened. */
function AllChats({ openId }: { openId: string }) {
  return (
    <aside aria-label={words.title} className="w-[min(26rem,40%)] shrink-0 overflow-y-auto gutter pt-5 pb-8">
      <h2 className="sr-only">{words.title}</h2>
      <Suspense fallback={<ListSkeleton lines={3} />}>
        <ChatList openId={openId} />
      </Suspense>
    </aside>
  );
}

function OneChat({ id }: { id: string }) {
  const { id: me } = useMe();
  const chats = useChats();
  const chat = chats.data?.find((one) => one.id === id);
  // A missing chat stays missing while the list is refetched.
  const [missing, setMissing] = useState(false);
  if (!missing && chats.data && !chat && !chats.isFetching) setMissing(true);
  if (chat?.pinStatus === 'accepted') {
    return (
      <>
        <ChatHeader chat={chat} me={me} />
        <Conversation chat={chat} />
      </>
    );
  }
  // A pin that is not accepted opens on the person's profile, which says how it stands, and answers a request.
  if (chat) return <Navigate to={`/profile/${otherOf(chat, me).id}`} replace />;
  // A chat that has just begun may not be in the list yet.
  if (chats.data ? chats.isFetching && !missing : !chats.isFetchedAfterMount) return <Waiting />;
  if (chats.data) return <NotFound open />;
  return (
    <>
      <ChatBar />
      <ErrorState
        page
        heading="h1"
        title={words.failed}
        text={words.failedText}
        busy={chats.isFetching}
        onRetry={() => void chats.refetch()}
      />
    </>
  );
}

function Waiting() {
  return (
    <>
      <h1 className="sr-only">{words.title}</h1>
      <ChatBar>
        <Skeleton className="size-9 rounded-chip" />
        <Skeleton className="h-5 w-40" />
      </ChatBar>
      <ConversationSkeleton />
      <div className="border-t border-line bg-paper px-3 pt-2.5 pb-[calc(env(safe-area-inset-bottom)+0.625rem)]">
        <Skeleton className="mx-auto h-11 max-w-3xl rounded-[22px]" />
      </div>
    </>
  );
}
