import { listMessages, react } from '@herenow/contract/chats';
import type { Message, Reaction } from '@herenow/contract/entities';
import type { QueryClient } from '@tanstack/react-query';
import { isStatus } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { session } from '../../lib/session.ts';
import { deviceStore, readJson } from '../../lib/storage.ts';
import { createStore } from '../../lib/value-store.ts';
import { listen } from '../../lib/window-events.ts';
import { showToast } from '../../ui/toast.tsx';
import { replaceMessage } from './live.ts';
import { updateMessages } from './queries.ts';
import { words } from './parts-words.ts';

type Choice = Reaction['reaction'];

/**
 * Reactions the server has not confirmed yet, by message. Kept on the device for all its tabs: the last choice counts,
 * wherever it was made.
 */
interface Waiting {
  userId: string;
  chatId: string;
  reaction: Choice;
  /** When it was chosen. */
  at: number;
  /** The choice of this device that it replaced, and which may still be on its way. */
  before?: Choice | undefined;
}
type Kept = Readonly<Record<string, Waiting>>;
const KEY = 'drafts:reactions';
const read = (): Kept => (readJson(deviceStore, KEY) as Kept | undefined) ?? {};

const waiting = createStore(read());
/** The messages whose reaction is being sent, and whether it was asked for once more meanwhile. */
const sending = new Map<string, boolean>();

/** Another tab may have written meanwhile. */
const readAgain = (): void => waiting.set(read());

function keep(next: Kept): void {
  if (Object.keys(next).length === 0) deviceStore.remove(KEY);
  else deviceStore.write(KEY, JSON.stringify(next));
  waiting.set(next);
}

/** Drops a choice, unless there is a later one. */
function drop(id: string, { at }: Waiting): void {
  const { [id]: now, ...rest } = read();
  if (now?.at === at) keep(rest);
  else readAgain();
}

export function forgetReactions(isGone: (chatId: string) => boolean): void {
  for (const [id, choice] of Object.entries(read())) if (isGone(choice.chatId)) drop(id, choice);
}

/** Sets the user's reaction; it shows at once and is sent as soon as possible. */
export function setReaction(client: QueryClient, { id, chatId }: Message, reaction: Choice): void {
  const userId = session.get().userId;
  if (!userId) return;
  const { [id]: now, ...others } = read();
  const before = now?.before === undefined ? now?.reaction : now.before;
  keep({ ...others, [id]: { userId, chatId, reaction, at: serverNow(), before } });
  void deliver(client, id);
}

/**
 * At most one request per message is in flight; a choice made meanwhile is sent after it. `late`: it has waited, and
 * another device may have been used since.
 */
async function deliver(client: QueryClient, id: string, late = false): Promise<void> {
  if (sending.has(id)) return void sending.set(id, true);
  sending.set(id, false);
  let choice: Waiting | undefined;
  try {
    for (choice = read()[id]; choice; choice = read()[id]) {
      const { userId, chatId, reaction } = choice;
      if (userId !== session.get().userId || (late && (await isOvertaken(id, choice)))) {
        drop(id, choice);
        continue;
      }
      const message = await api(react, { body: { id, chatId, reaction }, late: true });
      updateMessages(client, chatId, (messages) => replaceMessage(messages, message));
      drop(id, choice);
    }
  } catch (error) {
    // Requests without a response are retried with the next connection, which may have come before they failed.
    if (choice && isStatus(error, 400, 403, 404, 409, 429)) {
      drop(id, choice);
      if (choice.userId === session.get().userId) showToast(words.notReacted, { tone: 'bad' });
    }
  } finally {
    const again = sending.get(id);
    sending.delete(id);
    if (again) void deliver(client, id, true);
  }
}

/** Returns whether the user has reacted to the message after this choice, on another device. */
async function isOvertaken(id: string, { userId, chatId, at, before }: Waiting): Promise<boolean> {
  const [message] = await api(listMessages, { params: { chatId }, query: { id }, late: true });
  const own = message?.reactions?.find((one) => one.userId === userId);
  return own !== undefined && own.reaction !== before && Date.parse(own.changedAt) > at;
}

/** Sends waiting reactions, now and with every new connection, until the returned function is called. */
export function startReacting(client: QueryClient): () => void {
  const again = () => {
    for (const id of Object.keys(read())) void deliver(client, id, true);
  };
  readAgain();
  again();
  const stops = [listen('connected', again), listen('online', again), listen('storage', readAgain)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns the reactions under a message, without removed ones and with the user's latest choice. */
export function useReactions(
  message: Message,
  me: string,
): { userId: string; reaction: NonNullable<Choice> }[] {
  const kept = waiting.use()[message.id];
  const own = kept?.userId === me ? kept : undefined;
  const stored = (message.reactions ?? []).filter(({ userId }) => !own || userId !== me);
  const all = own ? [...stored, { userId: me, reaction: own.reaction }] : stored;
  return all.flatMap(({ userId, reaction }) => (reaction === null ? [] : [{ userId, reaction }]));
}
