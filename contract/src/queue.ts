import * as z from 'zod/mini';
import { id, message, nullableTimestamp, reaction } from './entities.ts';
import { feedCursor } from './feed.ts';
import { maybe } from './optional.ts';
import { distanceKm } from './profile.ts';

export const notification = z.object({
  type: z.enum(['PIN_REQUEST', 'PIN_ACCEPT', 'PIN_REJECT', 'PIN_WITHDRAWN']),
  content: z.string(),
  chatId: id,
  senderPhotoUrl: z.nullable(z.string()),
  senderId: id,
  senderUsername: z.string(),
});
export type Notification = z.output<typeof notification>;

const seenStatus = z.object({ id, chatId: id, status: z.literal('seen') });
export const realtimeError = z.object({
  destination: z.string(),
  id: z.optional(z.string()),
  message: z.string(),
});
/** What the user did about a pin of or by the user `otherId`. */
const ownPin = z.extend(notification, { otherId: id });
/** A reaction that was set or removed on the message `id`. */
const reactionChange = z.extend(reaction, { id, chatId: id });
const presenceChange = z.object({ userId: id, online: z.boolean(), onlineUntil: nullableTimestamp });
/** What lists show of this user, the recipient or the other side of a chat, has changed. Carries no details. */
const profileChange = z.object({ userId: id });
export const typing = z.object({ chatId: id, userId: id });
/** A chat that is gone for the recipient: by a block, erased, or its other person deleted. */
export const chatGone = z.object({ chatId: id });

/** The user's own presence, changed here or on another device. */
export const ownPresence = z.object({
  status: z.enum(['offline', 'online', 'incognito']),
  online: z.boolean(),
  onlineUntil: nullableTimestamp,
});

/** Body of each `/user/queue/<name>`. */
export const QUEUES = {
  messages: message,
  status: seenStatus,
  notifications: notification,
  /** The user's own acts on pins, for their other devices. */
  pins: ownPin,
  errors: realtimeError,
  'messages-edit': message,
  'messages-delete': message,
  reactions: reactionChange,
  presence: presenceChange,
  profiles: profileChange,
  typing,
  'chats-gone': chatGone,
  /** The feed that a socket watches has changed. Carries no details. */
  nearby: z.object({}),
  'own-presence': ownPresence,
} as const;
export type QueueName = keyof typeof QUEUES;
export type QueueBody<Q extends QueueName> = z.output<(typeof QUEUES)[Q]>;

/** Body of each SEND destination; it acts for the user of the socket's session. */
export const DESTINATIONS = {
  /** The message that was seen; only its id and chat matter. */
  '/app/chat.seen': z.object({ id, chatId: id }),
  '/app/chat.delete': z.object({
    id,
    chatId: id,
    senderId: maybe(z.string()),
    recipientId: maybe(z.string()),
  }),
  '/app/chat.typing': z.object({ chatId: id }),
  /**
   * The feed that this socket shows, from its device's position: as far as it is loaded, or up to its distance; and how
   * many milliseconds ago its client asked for the last page.
   */
  '/app/feed.watch': z.object({
    maxDistanceKm: z.nullish(distanceKm),
    until: z.nullish(feedCursor),
    ago: z.nullish(z.int().check(z.gte(0))),
  }),
} as const;
export type DestinationName = keyof typeof DESTINATIONS;
export type DestinationBody<D extends DestinationName> = z.output<(typeof DESTINATIONS)[D]>;
