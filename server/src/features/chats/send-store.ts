import type pg from 'pg';
import { named, within } from '../../database/named.ts';
import type { StoredEvent } from '../../database/outbox.ts';

export interface NewMessage {
  id: string;
  senderId: string;
  chatId: string;
  content: string;
  /** The message of the same chat that this one answers. */
  replyTo: string | null;
}

/** What became of a message, or what keeps it from being stored. Undefined: no such chat for this person. */
export interface SendOutcome {
  id: string;
  meActive: boolean;
  otherActive: boolean;
  otherId: string;
  /** Null: the id is new. True: it is this very message, stored before. */
  known: boolean | null;
  /** False: what it answers is not in this chat. */
  answers: boolean;
  /** A device of the recipient wants to be woken. */
  wakes: boolean;
  /** Set when the message was stored. */
  eventId: number | null;
  /** The event’s body, JSON. */
  body: string | null;
}

/**
 * Checks, stores and tells of messages, one for each chat, as one statement, so that together they cost one round trip
 * and one commit.
 * $1 ids, $2 senders, $3 chats, $4 contents, $5 now, $6 chats paused before this are gone, $7 what they answer.
 * A chat's row is locked by its update, which puts the messages of a chat in order.
 */
const SEND = `
WITH given AS (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $7::uuid[])
    AS t (id, sender_id, chat_id, content, reply_to)
), facts AS (
  SELECT g.id, g.sender_id, g.content, g.reply_to, c.id AS chat_id, me.username AS sender_name,
    o.id AS other_id, o.username AS recipient_name,
    mine.user_id IS NOT NULL AS me_active, theirs.user_id IS NOT NULL AS other_active,
    (SELECT m.chat_id = c.id AND m.sender_id = me.id FROM messages m WHERE m.id = g.id) AS known,
    (g.reply_to IS NULL OR EXISTS (SELECT FROM messages m WHERE m.id = g.reply_to AND m.chat_id = c.id)) AS answers,
    (o.notification_settings ->> 'pushNotificationMessages')::boolean
      AND EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = o.id) AS wakes
  FROM given g
  JOIN chats c ON c.id = g.chat_id
  JOIN users me ON me.id = g.sender_id
  JOIN users o ON o.id = CASE WHEN c.low_id = g.sender_id THEN c.high_id ELSE c.low_id END
  LEFT JOIN presences mine ON mine.user_id = me.id
    AND (mine.online_until IS NULL OR mine.online_until > $5::timestamptz)
  LEFT JOIN presences theirs ON theirs.user_id = o.id
    AND (theirs.online_until IS NULL OR theirs.online_until > $5::timestamptz)
  WHERE g.sender_id IN (c.low_id, c.high_id) AND c.pin_status = 'accepted'
    AND o.suspended_at IS NULL AND (c.paused_at IS NULL OR c.paused_at > $6::timestamptz)
), moved AS (
  UPDATE chats c
  SET last_sent_at = greatest(date_trunc('milliseconds', $5::timestamptz),
                              c.last_sent_at + interval '1 millisecond')
  FROM facts f
  WHERE c.id = f.chat_id AND f.me_active AND f.other_active AND f.known IS NULL AND f.answers
  RETURNING f.id, f.sender_id, f.content, f.reply_to, c.id AS chat_id, c.last_sent_at AS sent_at,
    f.other_id, f.sender_name, f.recipient_name, f.wakes
), stored AS (
  INSERT INTO messages (id, chat_id, sender_id, content, sent_at, reply_to)
  SELECT id, chat_id, sender_id, content, sent_at, reply_to FROM moved
), told AS (
  INSERT INTO outbox (user_ids, queue, wakes, body)
  SELECT ARRAY[sender_id, other_id], 'messages', wakes, jsonb_strip_nulls(jsonb_build_object(
    'id', id, 'senderId', sender_id, 'recipientId', other_id, 'chatId', chat_id, 'content', content,
    'sentAt', to_char(sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'senderUsername', sender_name, 'recipientUsername', recipient_name, 'deleted', false, 'status', 'sent', 'replyTo', reply_to))
  FROM moved RETURNING id, body
)
SELECT f.id, f.me_active AS "meActive", f.other_active AS "otherActive", f.other_id AS "otherId",
  f.known, f.answers, f.wakes, told.id AS "eventId", told.body::text AS body
FROM facts f LEFT JOIN told ON (told.body ->> 'id')::uuid = f.id`;

/** The messages of a chat wait for one another: none may hang. */
const PATIENCE_MS = 10_000;
const UNIQUE_VIOLATION = '23505';

/** Whether a message with the same id was stored while the statement ran. */
export const isIdTaken = (error: unknown): boolean => (error as { code?: unknown }).code === UNIQUE_VIOLATION;

/** Stores messages of different chats, and returns what became of each, by their ids. */
export async function sendTogether(
  pool: pg.Pool,
  messages: readonly NewMessage[],
  now: Date,
  goneBefore: Date,
): Promise<ReadonlyMap<string, SendOutcome>> {
  const all = (name: keyof NewMessage) => messages.map((message) => message[name]);
  const values = [all('id'), all('senderId'), all('chatId'), all('content'), now, goneBefore, all('replyTo')];
  const query = named('send-messages', SEND, values);
  const { rows } = await pool.query<SendOutcome>(within(PATIENCE_MS, query));
  return new Map(rows.map((row) => [row.id, row]));
}

export const storedEvent = (message: NewMessage, outcome: SendOutcome): StoredEvent => ({
  id: outcome.eventId!,
  userIds: [message.senderId, outcome.otherId],
  queue: 'messages',
  body: outcome.body!,
  wakes: outcome.wakes,
});

/**
 * Marks a message seen and tells both, once and only for its recipient.
 * $1 message, $2 chat, $3 reader.
 */
const SEEN = `
WITH marked AS (
  UPDATE messages m SET seen = true FROM chats c
  WHERE m.id = $1::uuid AND m.chat_id = $2::uuid AND NOT m.seen AND m.sender_id <> $3::uuid
    AND c.id = m.chat_id AND $3::uuid IN (c.low_id, c.high_id)
  RETURNING c.low_id, c.high_id
)
INSERT INTO outbox (user_ids, queue, body)
SELECT ARRAY[low_id, high_id], 'status', jsonb_build_object('id', $1::uuid, 'chatId', $2::uuid, 'status', 'seen')
FROM marked RETURNING id, user_ids AS "userIds", queue, body::text AS body`;

/** Undefined: there was nothing to mark. */
export async function markSeen(
  pool: pg.Pool,
  seen: { id: string; chatId: string; readerId: string },
): Promise<StoredEvent | undefined> {
  const query = named('mark-seen', SEEN, [seen.id, seen.chatId, seen.readerId]);
  return (await pool.query<StoredEvent>(query)).rows[0];
}
