import { STEP } from '@herenow/contract/constants';
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type Chat,
  type FeedItem,
  type Message,
  type OtherUser,
  type OwnUser,
} from '@herenow/contract/entities';
import type { ModerationFile } from '@herenow/contract/moderation';

const NOW = new Date().toISOString();
const IN_TWO_HOURS = new Date(Date.now() + 2 * 3_600_000).toISOString();
const HERE = { type: 'Point' as const, coordinates: [-3.7038, 40.4168] as [number, number] };

const idOf = (name: string) =>
  `00000000-0000-4000-8000-${[...name]
    .map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0'))
    .join('')
    .slice(0, 12)
    .padEnd(12, '0')}`;

/** The fields of a user's own record who is visible. */
export const VISIBLE = { online: true, status: 'online', onlineUntil: IN_TWO_HOURS } as const;

/** Returns the user's own record, with the registration finished. */
export const ownRecord = (changes: Partial<OwnUser> = {}): OwnUser => ({
  id: idOf('Ada'),
  email: 'ada@example.org',
  username: 'Ada',
  gender: 'She/Her',
  bio: '',
  verified: false,
  myTags: ['coffee'],
  photos: [],
  age: 30,
  dateOfBirth: '1996-05-14',
  online: false,
  onlineUntil: null,
  status: 'offline',
  emailValidated: true,
  location: HERE,
  lastActiveAt: NOW,
  blockedUsers: [],
  blockedByOthers: [],
  rejectedUsers: [],
  reportedUsers: [],
  pinnedUsers: [],
  favourites: [],
  created: NOW,
  updated: NOW,
  registrationStep: STEP.verified,
  preferences: { maxDistanceKm: null },
  notificationSettings: DEFAULT_NOTIFICATION_SETTINGS,
  ...changes,
});

/** Returns the own record of another account, otherwise the same. */
export const otherRecord = (name: string): OwnUser => ownRecord({ id: idOf(name), username: name });

/** Returns a person whom the feed shows. */
export const neighbour = (name: string): FeedItem => ({
  id: idOf(name),
  username: name,
  name,
  age: 30,
  bio: '',
  verified: false,
  photos: [],
  myTags: ['coffee'],
  gender: 'They/Them',
  onlineUntil: IN_TWO_HOURS,
  location: HERE,
});

/** Returns the same person in the form of a profile. */
export const profileOf = (name: string): OtherUser => ({
  id: idOf(name),
  username: name,
  gender: 'They/Them',
  bio: '',
  verified: false,
  myTags: ['coffee'],
  photos: [],
  age: 30,
  online: true,
  onlineUntil: IN_TWO_HOURS,
  location: HERE,
});

/** Returns an accepted chat of Ada with an active person. */
export const chatWith = (name: string): Chat => ({
  id: idOf(`*${name}`),
  participants: [
    { userId: idOf('Ada'), name: 'Ada', photoUrl: null, dateOfBirth: '1996-01-01' },
    { userId: idOf(name), name, photoUrl: null, dateOfBirth: '1996-01-01' },
  ],
  distance: 2,
  lastMessage: null,
  lastMessageTime: null,
  otherUserOnline: true,
  otherUserOnlineUntil: IN_TWO_HOURS,
  pinStatus: 'accepted',
  initiatedBy: idOf('Ada'),
  unreadCount: 0,
  created: NOW,
});

/** Returns a message to Ada in this chat, which she has not seen. */
export const messageOf = ({ id: chatId, participants }: Chat, content: string): Message => ({
  id: crypto.randomUUID(),
  chatId,
  content,
  senderId: participants[1].userId,
  senderUsername: participants[1].name,
  recipientId: participants[0].userId,
  recipientUsername: participants[0].name,
  sentAt: new Date().toISOString(),
  deleted: false,
  status: 'sent',
});

/** The case of a user without reports. */
export const caseOf = (user: OtherUser): ModerationFile => ({
  user: { ...user, created: NOW, suspended: false, suspendedUntil: null, hiddenUntil: null },
  rank: null,
  since: null,
  heldBy: null,
  blockedBy: 0,
  history: [],
  reports: [],
  signIns: { devices: 1, lastMonth: 1, last: null },
});
