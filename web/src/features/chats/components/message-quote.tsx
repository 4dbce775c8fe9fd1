import { listMessages } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useMe } from '../../../lib/session.ts';
import { useWithheld } from '../../../lib/undo.ts';
import { useWindowEvent } from '../../../lib/window-events.ts';
import { createStore } from '../../../lib/value-store.ts';
import { messagesKey } from '../keys.ts';
import { laterOf } from '../live.ts';
import { words } from '../parts-words.ts';
import { messagesOptions } from '../queries.ts';

/** The message to scroll to. */
const wanted = createStore<string | undefined>(undefined);
export const useWantedMessage = wanted.use;
export const wantMessage = wanted.set;

/** The message a reply refers to, in one line; a tap scrolls to it. */
export function MessageQuote({ chatId, id }: { chatId: string; id: string }) {
  const me = useMe();
  const withheld = useWithheld();
  const message = useMessage(chatId, id);
  const name = message?.senderId === me.id ? words.you : message?.senderUsername;
  const gone = message?.deleted === true || withheld.has(id);
  return (
    <button type="button" className="message-quote" title={words.jump} onClick={() => wantMessage(id)}>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span dir="auto">{gone ? words.deleted : (message?.content ?? words.gone)}</span>
    </button>
  );
}

/** Taken from the loaded messages, else fetched alone and, as those are, kept up to date. */
function useMessage(chatId: string, id: string): Message | undefined {
  const client = useQueryClient();
  const loaded = useQuery({
    ...messagesOptions(client, chatId),
    enabled: false,
    select: ({ messages }) => messages.find((one) => one.id === id),
  }).data;
  const key = [...messagesKey(chatId), id];
  const alone = useQuery({
    queryKey: key,
    enabled: !loaded,
    staleTime: 60_000,
    retry: 1,
    queryFn: async ({ signal }) => {
      const [found] = await api(listMessages, { params: { chatId }, query: { id }, signal });
      // It may have been edited or deleted since it was read.
      const known = client.getQueryData<Message | null>(key);
      return found && known ? laterOf(known, found) : (found ?? null);
    },
  });
  const follow = (message: Message) =>
    message.id === id &&
    client.setQueryData<Message | null>(key, (known) => (known ? laterOf(known, message) : message));
  useWindowEvent('edit-message', follow);
  useWindowEvent('delete-message', follow);
  return loaded ?? alone.data ?? undefined;
}
