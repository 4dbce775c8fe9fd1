import { react } from '@herenow/contract/chats';
import type { Message, Reaction } from '@herenow/contract/entities';
import type { QueryClient } from '@tanstack/react-query';
import { isStatus } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { deviceStore, readJson } from '../../lib/storage.ts';
import { createStore } from '../../lib/value-store.ts';
import { listen } from '../../lib/window-events.ts';
import { showToast } from '../../ui/toast.tsx';
import { replaceMessage } from './live.ts';
import { updateMessages } from './queries.ts';
import { words } from './parts-words.ts';

type Choice = Reaction['reaction'];

/** Reactions the server has not confirmed yet, by message. Kept on the device: the last choice counts. */
interface Waiting {
  userId: string;
  chatId: string;
  reaction: Choice;
}
const KEY = 'drafts:reactions';

const waiting = createStore<Readonly<Record<string, Waiting>>>(
  (readJson(deviceStore, KEY) as Record<string, Waiting> | undefined) ?? {},
);
/** The messages whose reaction is being sent, and whether it was asked for once more meanwhile. */
const sending = new Map<string, boolean>();

function keep(next: Readonly<Record<string, Waiting>>): void {
  if (Object.keys(next).length === 0) deviceStore.remove(KEY);
  else deviceStore.write(KEY, JSON.stringify(next));
  waiting.set(next);
}

function drop(id: string): void {
  const { [id]: _done, ...rest } = waiting.get();
  keep(rest);
}

/** Drops what waits in chats that are gone. */
export function forgetReactions(isGone: (chatId: string) => boolean): void {
  for (const [id, { chatId }] of Object.entries(waiting.get())) if (isGone(chatId)) drop(id);
}

/** Sets the user's reaction; it shows at once and is sent as soon as possible. */
export function setReaction(client: QueryClient, { id, chatId }: Message, reaction: Choice): void {
  const userId = session.get().userId;
  if (!userId) return;
  keep({ ...waiting.get(), [id]: { userId, chatId, reaction } });
  void deliver(client, id);
}

/** At most one request per message is in flight; a choice made meanwhile is sent after it. */
async function deliver(client: QueryClient, id: string): Promise<void> {
  if (sending.has(id)) return void sending.set(id, true);
  sending.set(id, false);
  try {
    for (let choice = waiting.get()[id]; choice; choice = waiting.get()[id]) {
      const { userId, chatId, reaction } = choice;
      if (userId !== session.get().userId) return drop(id);
      const message = await api(react, { body: { id, chatId, reaction } });
      updateMessages(client, chatId, (messages) => replaceMessage(messages, message));
      if (waiting.get()[id] === choice) drop(id);
    }
  } catch (error) {
    // Requests without a response are retried with the next connection, which may have come before they failed.
    if (isStatus(error, 400, 403, 404, 409, 429)) {
      drop(id);
      showToast(words.notReacted, { tone: 'bad' });
    }
  } finally {
    const again = sending.get(id);
    sending.delete(id);
    if (again) void deliver(client, id);
  }
}

/** Sends waiting reactions, now and with every new connection, until the returned function is called. */
export function startReacting(client: QueryClient): () => void {
  const again = () => {
    for (const id of Object.keys(waiting.get())) void deliver(client, id);
  };
  again();
  const stops = [listen('connected', again), listen('online', again)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns the reactions under a message, without removed ones and with the user's latest choice. */
export function useReactions(
  message: Message,
  me: string,
): { userId: string; reaction: NonNullable<Choice> }[] {
  const own = waiting.use()[message.id];
  const stored = (message.reactions ?? []).filter(({ userId }) => !own || userId !== me);
  const all = own ? [...stored, { userId: me, reaction: own.reaction }] : stored;
  return all.flatMap(({ userId, reaction }) => (reaction === null ? [] : [{ userId, reaction }]));
}
