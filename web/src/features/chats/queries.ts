import { listChats, listMessages } from '@herenow/contract/chats';
import { MESSAGE_PAGE_MAX } from '@herenow/contract/constants';
import type { Chat, Message } from '@herenow/contract/entities';
import { ageOn } from '@herenow/contract/ages';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { useMe } from '../../lib/session.ts';
import { useWithheld } from '../../lib/undo.ts';
import { chatsKey, MESSAGE_PAGE, messagesKey } from './keys.ts';
import { mergeMessages } from './live.ts';

/** Counts what changed chats and messages since the page was opened. */
let changes = 0;
const SNAPSHOT_TRIES = 5;

/**
 * Fetches again if an event arrived meanwhile: a response that was read before an event and arrives after it would undo
 * the event, or not contain it. If events arrive faster than responses, it takes the last response.
 */
async function afterEvents<T>(fetch: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const before = changes;
    const response = await fetch();
    if (changes === before || tries === SNAPSHOT_TRIES) return response;
  }
}

const chatsOptions = (userId: string) =>
  queryOptions({
    queryKey: chatsKey,
    queryFn: ({ signal }) => afterEvents(() => api(listChats, { params: { userId }, signal })),
    staleTime: 15_000,
  });

export function useChats() {
  return useQuery(chatsOptions(useMe().id));
}

/** Returns the chat with a user, whatever its state; undefined if there is none or the list is not loaded. */
export function useChatWith(userId: string): Chat | undefined {
  return useChats().data?.find((chat) => chat.participants.some((person) => person.userId === userId));
}

/** Prefetches the chats, and the latest messages of one, before the screen renders. */
export function prefetchChats(client: QueryClient, userId: string, chatId?: string): void {
  void client.prefetchQuery(chatsOptions(userId));
  if (chatId !== undefined) void client.prefetchQuery(messagesOptions(client, chatId));
}

/** Returns how many chats have unread messages or are requests. Fetches the chats once `enabled`. */
export function useWaitingCount(userId: string, enabled: boolean): number {
  const { data = [] } = useQuery({ ...chatsOptions(userId), enabled });
  const withheld = useWithheld();
  const waits = (chat: Chat) => chat.unreadCount > 0 || (isRequest(chat, userId) && !withheld.has(chat.id));
  return data.filter(waits).length;
}

/** A pending pin that waits for the user's answer. */
export const isRequest = (chat: Chat, me: string) => chat.pinStatus === 'pending' && chat.initiatedBy !== me;

export function otherOf(chat: Chat, me: string) {
  const other = chat.participants.find((person) => person.userId !== me) ?? chat.participants[1];
  return {
    id: other.userId,
    name: other.name,
    photoUrl: other.photoUrl,
    age: ageOn(other.dateOfBirth, new Date(serverNow())),
  };
}

export interface History {
  messages: Message[];
  /** The oldest message is loaded. */
  complete: boolean;
}

/**
 * Returns a fresh snapshot of the latest messages together with what live events changed meanwhile. Drops older
 * messages that it does not reach: their edits and deletions may have been missed.
 */
export function joinSnapshot(known: History | undefined, page: readonly Message[], limit: number): History {
  const first = page[0];
  const complete = page.length < limit || (known?.complete === true && known.messages[0]?.id === first?.id);
  const live = known?.messages.filter((message) => !first || message.sentAt >= first.sentAt) ?? [];
  return { messages: mergeMessages(live, page), complete };
}

export const messagesOptions = (client: QueryClient, chatId: string) =>
  queryOptions({
    queryKey: messagesKey(chatId),
    // Long enough to reuse the prefetch of the screen; live events and reconnects bring later changes.
    staleTime: 3000,
    queryFn: async ({ signal }): Promise<History> => {
      const known = () => client.getQueryData<History>(messagesKey(chatId));
      for (;;) {
        const { messages = [] } = known() ?? {};
        const limit = Math.min(MESSAGE_PAGE_MAX, Math.max(MESSAGE_PAGE, messages.length));
        const page = await afterEvents(() =>
          api(listMessages, { params: { chatId }, query: { limit }, signal }),
        );
        const now = known();
        // Older messages that the user has scrolled up to meanwhile stay loaded.
        if (!messages[0] || now?.messages[0]?.id === messages[0].id) return joinSnapshot(now, page, limit);
      }
    },
  });

/** Returns the messages of a chat: the latest page, and older pages when the user scrolls up to them. */
export function useMessages(chatId: string) {
  const client = useQueryClient();
  const [older, setOlder] = useState<Promise<void>>();
  const { data, isFetchedAfterMount, isFetching, refetch } = useQuery(messagesOptions(client, chatId));

  const load = async () => {
    const history = client.getQueryData<History>(messagesKey(chatId));
    const oldest = history?.messages[0];
    if (!oldest || history.complete) return;
    const page = await afterEvents(() =>
      api(listMessages, { params: { chatId }, query: { before: oldest.id, limit: MESSAGE_PAGE } }),
    );
    // Messages in between are dropped if the chat is left or reloaded meanwhile.
    updateHistory(client, chatId, (now) =>
      now.messages[0]?.id === oldest.id
        ? { messages: mergeMessages(now.messages, page), complete: page.length < MESSAGE_PAGE }
        : now,
    );
  };
  // Whoever asks while it loads hears of its failure, too.
  const loadOlder = () => {
    if (older) return older;
    const loading = load().finally(() => setOlder(undefined));
    setOlder(loading);
    return loading;
  };
  // A reopened chat starts at its end, where a long history is useless.
  useEffect(() => () => updateHistory(client, chatId, latest), [client, chatId]);
  return { data, isFetchedAfterMount, isFetching, refetch, loadOlder, loadingOlder: older !== undefined };
}

function latest(history: History): History {
  if (history.messages.length <= MESSAGE_PAGE) return history;
  return { messages: history.messages.slice(-MESSAGE_PAGE), complete: false };
}

/** Changes the loaded history of a chat; does nothing while none is loaded. */
function updateHistory(client: QueryClient, chatId: string, update: (history: History) => History): void {
  // It does not count as just fetched: what a closed channel missed may still be missing.
  client.setQueryData<History>(messagesKey(chatId), (history) => history && update(history), {
    updatedAt: 0,
  });
}

/** Changes the loaded messages of a chat. */
export function updateMessages(
  client: QueryClient,
  chatId: string,
  update: (messages: Message[]) => Message[],
): void {
  changes += 1;
  updateHistory(client, chatId, (history) => ({ ...history, messages: update(history.messages) }));
}

/** Changes the loaded list of chats, or fetches it where `update` returns undefined. */
export function updateChats(client: QueryClient, update: (chats: Chat[]) => Chat[] | undefined): void {
  changes += 1;
  const chats = client.getQueryData<Chat[]>(chatsKey);
  if (!chats) return;
  const next = update(chats);
  if (next) client.setQueryData<Chat[]>(chatsKey, next);
  else void fetchAgain(client, { queryKey: chatsKey });
}
