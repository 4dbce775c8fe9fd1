import type { Chat, Message } from '@herenow/contract/entities';
import { QUEUES, type QueueBody, type QueueName } from '@herenow/contract/queue';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { chatsOf, messagesOf } from './encounters.ts';
import type { Person } from './people.ts';

/** The state of a client that has fetched everything. */
export interface Snapshot {
  /** Chats by id. */
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
  return { chats: chats.toSorted((a, b) => (a.id < b.id ? -1 : 1)), messages };
}

/** Throws if an event has a field that is not in the contract. */
export function checkBody({ queue, body }: LiveEvent): void {
  const parsed = z.parse(QUEUES[queue], body);
  if (!isDeepStrictEqual(parsed, body)) throw new Error(`${queue} carries more than the contract names`);
}

/** The client's state after an event; `'fetch'` when the event only says that there is something to fetch. */
export function reduce(known: Snapshot, event: LiveEvent, me: string): Snapshot | 'fetch' {
  const next = structuredClone(known);
  switch (event.queue) {
    case 'messages':
      return withMessage(next, event.body, me);
    case 'messages-edit':
    case 'messages-delete':
      return withChange(next, event.body);
    case 'status':
      return withSeen(next, event.body, me);
    case 'reactions':
      return withReaction(next, event.body);
    case 'notifications':
    case 'pins':
      return withPinNews(next, event.body, me);
    case 'presence':
      return withPresence(next, event.body);
    case 'profiles':
      return 'fetch';
    case 'chats-gone':
      return without(next, event.body.chatId);
    case 'typing':
    case 'errors':
    case 'nearby':
    // A user's own record is not part of a snapshot.
    case 'own-presence':
      return next;
  }
}

const chatIn = ({ chats }: Snapshot, chatId: string) => chats.find(({ id }) => id === chatId);

function withMessage(state: Snapshot, message: Message, me: string): Snapshot {
  const chat = chatIn(state, message.chatId)!;
  const list = (state.messages[message.chatId] ??= []);
  if (list.some(({ id }) => id === message.id)) return state;
  list.push(message);
  list.sort((a, b) => (a.sentAt < b.sentAt ? -1 : 1));
  if (message.senderId !== me) chat.unreadCount++;
  return withLast(state, message.chatId);
}

function withChange(state: Snapshot, message: Message): Snapshot {
  const list = state.messages[message.chatId]!;
  const index = list.findIndex(({ id }) => id === message.id);
  list[index] = { ...message, status: list[index]!.status === 'seen' ? 'seen' : message.status };
  return withLast(state, message.chatId);
}

function withLast(state: Snapshot, chatId: string): Snapshot {
  const last = state.messages[chatId]!.at(-1)!;
  const chat = chatIn(state, chatId)!;
  chat.lastMessage = last.deleted ? 'This message was deleted' : last.content;
  chat.lastMessageTime = last.sentAt;
  return state;
}

function withSeen(state: Snapshot, { id, chatId }: QueueBody<'status'>, me: string): Snapshot {
  const message = state.messages[chatId]!.find((one) => one.id === id)!;
  if (message.status === 'seen') return state;
  message.status = 'seen';
  if (message.senderId !== me) chatIn(state, chatId)!.unreadCount--;
  return state;
}

function withReaction(state: Snapshot, { id, chatId, ...change }: QueueBody<'reactions'>): Snapshot {
  const message = state.messages[chatId]!.find((one) => one.id === id)!;
  if (message.deleted) return state;
  const others = (message.reactions ?? []).filter(({ userId }) => userId !== change.userId);
  const known = message.reactions?.find(({ userId }) => userId === change.userId);
  const later = known && known.changedAt > change.changedAt ? known : change;
  message.reactions = [...others, later].toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  return state;
}

function withPinNews(state: Snapshot, news: QueueBody<'notifications'>, me: string): Snapshot | 'fetch' {
  const chat = chatIn(state, news.chatId);
  if (news.type === 'PIN_WITHDRAWN') return without(state, news.chatId);
  if (news.type === 'PIN_REJECT' && news.senderId === me) return without(state, news.chatId);
  if (!chat) return 'fetch';
  if (news.type === 'PIN_REJECT') chat.pinStatus = 'rejected';
  if (news.type === 'PIN_ACCEPT') {
    chat.pinStatus = 'accepted';
    state.messages[chat.id] ??= [];
  }
  return state;
}

function withPresence(state: Snapshot, { userId, online, onlineUntil }: QueueBody<'presence'>): Snapshot {
  for (const chat of state.chats) {
    if (!chat.participants.some((one) => one.userId === userId)) continue;
    chat.otherUserOnline = online;
    chat.otherUserOnlineUntil = onlineUntil;
  }
  return state;
}

function without(state: Snapshot, chatId: string): Snapshot {
  delete state.messages[chatId];
  return { ...state, chats: state.chats.filter(({ id }) => id !== chatId) };
}
