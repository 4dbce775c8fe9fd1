import * as z from 'zod/mini';
import { DATE_IDEAS, LIST_MAX, MAX_PHOTOS, PRONOUNS, REACTIONS } from './constants.ts';
import { orElse } from './optional.ts';
import * as refusals from './refusals.ts';

/** Returns the check by a rule, whose error is a text for people. */
export const byRule = <T>(problem: (value: T) => string | undefined) =>
  z.check<T>((context) => {
    const message = problem(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value });
  });

export const textField = (required: string, problem: (value: string) => string | undefined) =>
  z.string(required).check(byRule(problem));

/** Returns the schema of a list with at most `most` items. */
export const listOf = <S extends z.ZodMiniType>(schema: S, most: number) =>
  z.array(schema).check(z.maxLength(most));

/** A UUID in lower case; accepts upper case, too. */
export const id = z.uuid(refusals.badId.text).check(z.toLowerCase());
export const timestamp = z.iso.datetime();
export const nullableTimestamp = z.nullable(timestamp);

const degrees = (most: number) =>
  z
    .number(refusals.location.text)
    .check(z.gte(-most, refusals.location.text), z.lte(most, refusals.location.text));
const pointType = z.literal('Point', refusals.location.text);
const coordinates = z.tuple([degrees(180), degrees(90)], refusals.location.text);

/** GeoJSON point, [longitude, latitude] in degrees. */
export const point = z.object({ type: pointType, coordinates });
export type Point = z.output<typeof point>;
/** A point in a request, whose type may be left out. */
export const pointInput = z.object(
  { type: orElse(pointType, 'Point' as const), coordinates },
  refusals.location.text,
);

export const photo = z.object({
  id,
  /** 1080×1440 JPEG. */
  url: z.string(),
  /** For the attribute of that name: WebP in several widths. */
  srcset: z.string(),
  /** Base64. */
  thumbhash: z.string(),
});
export type Photo = z.output<typeof photo>;
/** The photos of one profile. */
export const photos = listOf(photo, MAX_PHOTOS);
/** Date ideas, in lower case. */
export const ideas = listOf(z.string(), DATE_IDEAS.length);

export const pronouns = z.enum(PRONOUNS, refusals.pronounsRequired.text);
const userStatus = z.enum(['offline', 'online', 'incognito']);

export const preferences = z.object({ maxDistanceKm: z.nullable(z.number()) });

export const notificationSettings = z.object({
  pushNotificationMessages: z.boolean(),
  pushNotificationPin: z.boolean(),
  inAppMessages: z.boolean(),
  inAppPin: z.boolean(),
  emailNewsAndUpdatesNotifications: z.boolean(),
});
export type NotificationSettings = z.output<typeof notificationSettings>;
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  pushNotificationMessages: true,
  pushNotificationPin: true,
  inAppMessages: true,
  inAppPin: true,
  emailNewsAndUpdatesNotifications: true,
};

/** ISO date without a time, `YYYY-MM-DD`. */
const isoDate = z.iso.date();

/** What any user may know of another user. */
export const otherUser = z.object({
  id,
  username: z.string(),
  gender: z.nullable(pronouns),
  /** What the user says about themselves; empty: nothing. */
  bio: z.string(),
  myTags: ideas,
  photos,
  /** Whether an operator found that the first photo shows the user. */
  verified: z.boolean(),
  age: z.nullable(z.int()),
  online: z.boolean(),
  onlineUntil: nullableTimestamp,
  location: z.nullable(point),
});
export type OtherUser = z.output<typeof otherUser>;

/** The user's own record: everything but the password. */
export const ownUser = z.extend(otherUser, {
  email: z.string(),
  dateOfBirth: z.nullable(isoDate),
  status: userStatus,
  emailValidated: z.boolean(),
  lastActiveAt: timestamp,
  blockedUsers: listOf(id, LIST_MAX),
  /** Always empty: who blocked whom is never disclosed. */
  blockedByOthers: listOf(id, LIST_MAX),
  rejectedUsers: listOf(id, LIST_MAX),
  reportedUsers: listOf(id, LIST_MAX),
  pinnedUsers: listOf(id, LIST_MAX),
  favourites: listOf(id, LIST_MAX),
  created: timestamp,
  updated: timestamp,
  registrationStep: z.int(),
  preferences,
  notificationSettings,
});
export type OwnUser = z.output<typeof ownUser>;

/** A visible user in a feed: a profile without gaps. */
export const feedItem = z.extend(z.omit(otherUser, { online: true }), {
  name: z.string(),
  gender: pronouns,
  age: z.int(),
  onlineUntil: timestamp,
  location: point,
});
export type FeedItem = z.output<typeof feedItem>;

export const pinStatus = z.enum(['pending', 'accepted', 'rejected']);
export type PinStatus = z.output<typeof pinStatus>;

const participant = z.object({
  userId: id,
  name: z.string(),
  photoUrl: z.nullable(z.string()),
  /** For other users a stand-in of the same age: 1 January of this year less the age. */
  dateOfBirth: isoDate,
});
export type Participant = z.output<typeof participant>;

export const chat = z.object({
  id,
  participants: z.tuple([participant, participant]),
  /** Whole kilometres when both were last visible to each other; absent if they never were. */
  distance: z.optional(z.int()),
  lastMessage: z.nullable(z.string()),
  lastMessageTime: nullableTimestamp,
  otherUserOnline: z.boolean(),
  otherUserOnlineUntil: nullableTimestamp,
  pinStatus,
  initiatedBy: id,
  /** Messages of the other person not yet seen, among the latest 1,000. */
  unreadCount: z.int(),
  created: timestamp,
});
export type Chat = z.output<typeof chat>;

/** One person's reaction to a message; null: removed. Of two by the same person, the later one counts. */
export const reaction = z.object({
  userId: id,
  reaction: z.nullable(z.enum(REACTIONS, refusals.reactionUnknown.text)),
  changedAt: timestamp,
});
export type Reaction = z.output<typeof reaction>;

export const message = z.object({
  /** Generated by the client. */
  id,
  senderId: id,
  recipientId: id,
  chatId: id,
  content: z.string(),
  sentAt: timestamp,
  senderUsername: z.string(),
  recipientUsername: z.string(),
  deleted: z.boolean(),
  status: z.enum(['sent', 'seen']),
  editedAt: z.optional(timestamp),
  /** The message of the same chat that this one replies to. */
  replyTo: z.optional(id),
  /** At most one per person of the chat. */
  reactions: z.optional(listOf(reaction, 2)),
});
export type Message = z.output<typeof message>;

export const blockedUser = z.object({
  id,
  username: z.string(),
  name: z.string(),
  photos,
  age: z.nullable(z.int()),
});
export type BlockedUser = z.output<typeof blockedUser>;
