import { LIST_MAX, MESSAGES_MAX } from '@herenow/contract/constants';
import type { PinStatus } from '@herenow/contract/entities';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { chatIsListed } from '../sight/index.ts';

/** A chat from the point of view of one of its two users. */
export interface ChatRow {
  id: string;
  pinStatus: PinStatus;
  initiatedBy: string;
  createdAt: Date;
  /** Null: the two users were never visible to each other. */
  distanceKm: number | null;
  lastSentAt: Date | null;
  lastContent: string | null;
  lastDeleted: boolean | null;
  /** Of the latest messages, as many as a client fetches at once: two people may have written very many. */
  unread: number;
  meId: string;
  meName: string;
  meDateOfBirth: string;
  otherId: string;
  otherName: string;
  otherDateOfBirth: string;
  /** Null: no presence. */
  otherStatus: 'online' | 'incognito' | null;
  otherUntil: Date | null;
}

/** Returns the chats listed for this user, latest activity first. */
export async function listChats(db: Db, userId: string, now: Date, goneBefore: Date): Promise<ChatRow[]> {
  const { rows } = await sql<ChatRow>`
    SELECT c.id, c.pin_status AS "pinStatus", c.initiated_by AS "initiatedBy", c.created_at AS "createdAt",
      c.distance_km AS "distanceKm", c.last_sent_at AS "lastSentAt", last.content AS "lastContent", last.deleted AS "lastDeleted",
      (SELECT count(*) FROM (SELECT sender_id, seen FROM messages
         WHERE chat_id = c.id ORDER BY sent_at DESC LIMIT ${MESSAGES_MAX}) latest
       WHERE latest.sender_id = o.id AND NOT latest.seen) AS unread,
      me.id AS "meId", me.username AS "meName", me.date_of_birth AS "meDateOfBirth",
      o.id AS "otherId", o.username AS "otherName", o.date_of_birth AS "otherDateOfBirth",
      theirs.status AS "otherStatus", theirs.online_until AS "otherUntil"
    FROM chats c
    JOIN users me ON me.id = ${userId}
    JOIN users o ON o.id = CASE WHEN c.low_id = ${userId} THEN c.high_id ELSE c.low_id END
    LEFT JOIN presences mine ON mine.user_id = me.id AND (mine.online_until IS NULL OR mine.online_until > ${now})
    LEFT JOIN presences theirs ON theirs.user_id = o.id AND (theirs.online_until IS NULL OR theirs.online_until > ${now})
    LEFT JOIN messages last ON last.chat_id = c.id AND last.sent_at = c.last_sent_at
    WHERE (c.low_id = ${userId} OR c.high_id = ${userId})
      AND o.suspended_at IS NULL
      AND ${chatIsListed(goneBefore)}
    ORDER BY greatest(c.created_at, c.answered_at, c.last_sent_at) DESC, c.id DESC
    LIMIT ${LIST_MAX}`.execute(db);
  return rows;
}

/** The other user of a chat, with the status of its pin. */
export interface Partner {
  userId: string;
  pinStatus: PinStatus;
  initiatedBy: string;
}

/** Returns the users who have this person in their list of chats. */
export async function listPartners(db: Db, userId: string): Promise<Partner[]> {
  return (await partnersSql(userId).execute(db)).rows;
}

export const partnersSql = (userId: string) => sql<Partner>`
  SELECT CASE WHEN low_id = ${userId} THEN high_id ELSE low_id END AS "userId",
    pin_status AS "pinStatus", initiated_by AS "initiatedBy"
  FROM chats
  WHERE (low_id = ${userId} OR high_id = ${userId})
    AND (pin_status <> 'rejected' OR initiated_by <> ${userId})
  ORDER BY id`;
