import type { Chat, Message } from '@herenow/contract/entities';
import { QUEUES, type QueueBody, type QueueName } from '@herenow/contract/queue';
import { chatsOf, messagesOf } from '@herenow/testing/encounters';
import type { Person } from '@herenow/testing/people';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { afterReaction } from '../../web/src/features/chats/live-reactions.ts';
import * as live from '../../web/src/features/chats/live.ts';

/** The state of a client that has fetched everything. */
export interface Snapshot {
  chats: Chat[];
  /** Messages of accepted chats, by the chat's id. */
  messages: Record<string, Message[]>;
}

export type LiveEvent = { [Q in QueueName]: { queue: Q; body: QueueBody<Q> } }[QueueName];

export async function takeSnapshot(person: Person): Promise<Snapshot> {
  const chats = await chatsOf(person);
  const messages: Snapshot['messages'] = {};
  for (const { id, pinStatus } of chats)
    if (pinStatus === 'accepted') messages[id] = await messagesOf(person, id);
  return { chats, messages };
}

/** Throws if an event has a field that is not in the contract. */
export function checkBody({ queue, body }: LiveEvent): void {
  const parsed = z.parse(QUEUES[queue], body);
  if (!isDeepStrictEqual(parsed, body)) throw new Error(`${queue} carries more than the contract names`);
}

/** Returns what our client knows after an event; `'fetch'` if the event only says that there is something to fetch. */
export function reduce(known: Snapshot, event: LiveEvent, me: string): Snapshot | 'fetch' {
  const { chats } = known;
  const list = (chatId: string) => known.messages[chatId] ?? [];
  const after = (next: Chat[] | undefined, chatId: string, messages = list(chatId)): Snapshot | 'fetch' =>
    next ? { chats: next, messages: { ...known.messages, [chatId]: messages } } : 'fetch';
  switch (event.queue) {
    case 'messages': {
      const { body } = event;
      const messages = live.mergeMessages(list(body.chatId), [body]);
      return after(live.chatsAfterMessage(chats, body, me), body.chatId, messages);
    }
    case 'messages-edit':
    case 'messages-delete': {
      const { body } = event;
      const messages = live.replaceMessage(list(body.chatId), body);
      return after(live.chatsAfterChange(chats, body), body.chatId, messages);
    }
    case 'status': {
      const { id, chatId } = event.body;
      const isNew = list(chatId).some((one) => one.id === id && one.senderId !== me && one.status !== 'seen');
      const next = isNew ? live.chatsAfterSeen(chats, chatId) : chats;
      return after(next, chatId, live.markSeen(list(chatId), id));
    }
    case 'reactions':
      return after(chats, event.body.chatId, afterReaction(list(event.body.chatId), event.body));
    case 'notifications':
    case 'pins':
      return after(live.chatsAfterNotification(chats, event.body, me), event.body.chatId);
    case 'presence':
      return { ...known, chats: live.chatsAfterPresence(chats, event.body) };
    case 'profiles':
      return 'fetch';
    case 'chats-gone':
      return { ...known, chats: live.withoutChat(chats, event.body.chatId) };
    case 'typing':
    case 'errors':
    case 'nearby':
    // A user's own record is not part of a snapshot.
    case 'own-presence':
      return known;
  }
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

/**
 * Returns what a snapshot shows, independent of the order of its chats and reactions, with only messages of its
 * accepted chats.
 */
export function shownBy({ chats, messages }: Snapshot) {
  const shown = chats
    .filter(({ pinStatus }) => pinStatus === 'accepted')
    .map(({ id }) => [
      id,
      messages[id]?.map(({ reactions, ...message }) => ({
        ...message,
        reactions: reactions?.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)),
      })),
    ]);
  return { chats: chats.toSorted(byId), messages: Object.fromEntries(shown) as Snapshot['messages'] };
}
