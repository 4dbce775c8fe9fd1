import type { Chat, Message, Reaction } from '@herenow/contract/entities';
import type { QueueBody } from '@herenow/contract/queue';
import { words } from './words.ts';

/**
 * How events change the cached data. Every function is pure, takes an event twice without harm, and results in what a
 * fresh snapshot would show.
 */

/** No two messages of a chat have the same time. */
const bySentAt = (a: Message, b: Message) => (a.sentAt < b.sentAt ? -1 : 1);

/** Returns the later of two versions of a message: deleted and seen are final, and the latest edit wins. */
export function laterOf(known: Message, incoming: Message): Message {
  const status = known.status === 'seen' ? 'seen' : incoming.status;
  if (known.deleted) return known.status === status ? known : { ...known, status };
  if (incoming.deleted) return { ...incoming, status };
  const newer = (known.editedAt ?? '') > (incoming.editedAt ?? '') ? known : incoming;
  return withReactions({ ...newer, status }, [...(known.reactions ?? []), ...(incoming.reactions ?? [])]);
}

/** Keeps each user's latest reaction or removal. */
export function withReactions(message: Message, all: readonly Reaction[]): Message {
  if (all.length === 0) return message;
  const latest = new Map<string, Reaction>();
  for (const one of all)
    if (!((latest.get(one.userId)?.changedAt ?? '') > one.changedAt)) latest.set(one.userId, one);
  return { ...message, reactions: [...latest.values()] };
}

/** Adds and replaces messages by id, in the order of `sentAt`. */
export function mergeMessages(list: readonly Message[], incoming: readonly Message[]): Message[] {
  const merged = new Map(list.map((message) => [message.id, message]));
  for (const message of incoming) {
    const known = merged.get(message.id);
    merged.set(message.id, known ? laterOf(known, message) : message);
  }
  return [...merged.values()].toSorted(bySentAt);
}

/**
 * Applies an edit or deletion; does nothing for a message that is not loaded, since its page will contain the change.
 */
export function replaceMessage(list: Message[], message: Message): Message[] {
  return list.some((known) => known.id === message.id) ? mergeMessages(list, [message]) : list;
}

export function markSeen(list: readonly Message[], id: string): Message[] {
  return list.map((message) =>
    message.id === id && message.status !== 'seen' ? { ...message, status: 'seen' as const } : message,
  );
}

const change = (chats: Chat[], chatId: string, update: (chat: Chat) => Chat): Chat[] =>
  chats.map((chat) => (chat.id === chatId ? update(chat) : chat));

/** Returns the text of a chat's row for its last message. */
const preview = (message: Message) => (message.deleted ? words.deleted : message.content);

/**
 * Returns the chats after a message; undefined if the list has to be refetched, because the chat is not in it, or an
 * unread message comes after a later one and the row does not say whether it already counts that message.
 */
export function chatsAfterMessage(chats: Chat[], message: Message, me: string): Chat[] | undefined {
  const known = chats.find((chat) => chat.id === message.chatId);
  if (!known) return undefined;
  const isUnread = message.senderId !== me && message.status !== 'seen';
  // The row already shows this message.
  if (message.sentAt === known.lastMessageTime) return chats;
  if (known.lastMessageTime !== null && message.sentAt < known.lastMessageTime)
    return isUnread ? undefined : chats;
  const latest = {
    ...known,
    lastMessage: preview(message),
    lastMessageTime: message.sentAt,
    unreadCount: known.unreadCount + (isUnread ? 1 : 0),
  };
  return [latest, ...withoutChat(chats, known.id)];
}

/**
 * After an edit or a deletion: only the last message shows in the row. Undefined: the list has to be fetched. An edit that
 * arrives after the deletion was made before it, and a row does not tell whether its message is deleted or says so.
 */
export function chatsAfterChange(chats: Chat[], message: Message): Chat[] | undefined {
  const known = chats.find((chat) => chat.id === message.chatId);
  if (message.sentAt !== known?.lastMessageTime) return chats;
  if (known.lastMessage === words.deleted && !message.deleted) return undefined;
  return change(chats, known.id, (chat) => ({ ...chat, lastMessage: preview(message) }));
}

/** Returns the chats after the first event that says that a message of the other person was seen. */
export function chatsAfterSeen(chats: Chat[], chatId: string): Chat[] {
  return change(chats, chatId, (chat) => ({ ...chat, unreadCount: Math.max(0, chat.unreadCount - 1) }));
}

export function chatsAfterPresence(
  chats: Chat[],
  { userId, online, onlineUntil }: QueueBody<'presence'>,
): Chat[] {
  return chats.map((chat) =>
    chat.participants.some((person) => person.userId === userId)
      ? { ...chat, otherUserOnline: online, otherUserOnlineUntil: onlineUntil }
      : chat,
  );
}

/**
 * Returns the chats after a notification; undefined if the list has to be refetched, since the event does not contain
 * the whole row.
 */
export function chatsAfterNotification(
  chats: Chat[],
  { type, chatId }: Pick<QueueBody<'notifications'>, 'type' | 'chatId'>,
  me: string,
): Chat[] | undefined {
  const known = chats.find((chat) => chat.id === chatId);
  switch (type) {
    case 'PIN_REQUEST':
      return known ? chats : undefined;
    case 'PIN_ACCEPT':
      return known ? change(chats, chatId, (chat) => ({ ...chat, pinStatus: 'accepted' })) : undefined;
    case 'PIN_REJECT':
      return known?.initiatedBy === me
        ? change(chats, chatId, (chat) => ({ ...chat, pinStatus: 'rejected' }))
        : withoutChat(chats, chatId);
    case 'PIN_WITHDRAWN':
      return withoutChat(chats, chatId);
  }
}

export function withoutChat(chats: Chat[], chatId: string): Chat[] {
  return chats.filter((chat) => chat.id !== chatId);
}
