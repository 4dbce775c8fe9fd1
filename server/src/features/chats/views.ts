import type { Chat, Message, Participant } from '@herenow/contract/entities';
import { ageOn } from '@herenow/contract/ages';
import type { FirstPhoto } from '../photos/index.ts';
import { seesPresence } from '../sight/index.ts';
import type { ChatRow } from './list-store.ts';
import type { MessageRow, OpenChat } from './message-store.ts';

const DELETED = 'This message was deleted';

export interface Online {
  online: boolean;
  onlineUntil: string | null;
}

export const OFFLINE: Online = { online: false, onlineUntil: null };

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/**
 * Returns a date of birth that reveals the age and nothing else: 1 January, so that the age is right all year (UTC).
 */
export function standInDateOfBirth(dateOfBirth: string, now: Date): string {
  return `${String(now.getUTCFullYear() - ageOn(dateOfBirth, now)).padStart(4, '0')}-01-01`;
}

/** Returns the other user’s presence as far as the viewer may know it. */
function onlineOf({
  otherStatus,
  otherUntil,
  pinStatus,
  initiatedBy,
  otherId,
}: Pick<ChatRow, 'otherStatus' | 'otherUntil' | 'pinStatus' | 'initiatedBy' | 'otherId'>): Online {
  if (otherStatus === null) return OFFLINE;
  const pin = { pinStatus, fromOther: initiatedBy === otherId };
  if (!seesPresence(pin, { status: otherStatus, onlineUntil: otherUntil })) return OFFLINE;
  return { online: true, onlineUntil: iso(otherUntil) };
}

export function chatView(row: ChatRow, photoOf: FirstPhoto, now: Date): Chat {
  const me: Participant = {
    userId: row.meId,
    name: row.meName,
    photoUrl: photoOf(row.meId, row.meId),
    dateOfBirth: row.meDateOfBirth,
  };
  const other: Participant = {
    userId: row.otherId,
    name: row.otherName,
    photoUrl: photoOf(row.otherId, row.meId),
    dateOfBirth: standInDateOfBirth(row.otherDateOfBirth, now),
  };
  const { online, onlineUntil } = onlineOf(row);
  return {
    id: row.id,
    participants: row.initiatedBy === row.meId ? [me, other] : [other, me],
    ...(row.distanceKm === null ? {} : { distance: row.distanceKm }),
    lastMessage: row.lastDeleted ? DELETED : row.lastContent,
    lastMessageTime: iso(row.lastSentAt),
    otherUserOnline: online,
    otherUserOnlineUntil: onlineUntil,
    pinStatus: row.pinStatus,
    initiatedBy: row.initiatedBy,
    unreadCount: row.unread,
    created: row.createdAt.toISOString(),
  };
}

export function messageView(
  row: MessageRow,
  chat: Pick<OpenChat, 'meId' | 'meName' | 'otherId' | 'otherName'>,
): Message {
  const mine = row.senderId === chat.meId;
  return {
    id: row.id,
    senderId: row.senderId,
    recipientId: mine ? chat.otherId : chat.meId,
    chatId: row.chatId,
    content: row.content,
    sentAt: row.sentAt.toISOString(),
    senderUsername: mine ? chat.meName : chat.otherName,
    recipientUsername: mine ? chat.otherName : chat.meName,
    deleted: row.deleted,
    status: row.seen ? 'seen' : 'sent',
    ...(row.editedAt ? { editedAt: row.editedAt.toISOString() } : {}),
    ...(row.replyTo === null ? {} : { replyTo: row.replyTo }),
    ...(row.reactions === null ? {} : { reactions: row.reactions }),
  };
}
