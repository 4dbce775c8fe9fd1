import { MESSAGE_COUNTED_BYTES } from '@herenow/contract/rates';
import type pg from 'pg';
import { isoSql } from '../../database/iso-sql.ts';
import { named, withTimeLimit } from '../../database/named.ts';
import type { StoredEvent } from '../../database/outbox.ts';
import type { FoundSession } from '../../http/admission.ts';
import { countingSql } from '../../http/call-rates.ts';
import { liveSessionsSql } from '../accounts/index.ts';

export interface NewMessage {
  id: string;
  senderId: string;
  sessionId: string;
  /** The row of the rate limit that counts it; null: it is not counted. */
  rateRow: string | null;
  chatId: string;
  content: string;
  /** The message of the same chat that this one replies to. */
  replyTo: string | null;
}

/** What the statement finds out about the chat of a message. */
export interface SendFacts {
  meActive: boolean;
  otherActive: boolean;
  otherId: string;
  /** Null: the id is new. True: this very message is already stored. False: another message has this id. */
  known: boolean | null;
  /** False: the message it replies to is not in this chat. */
  answers: boolean;
  /** Whether to send a push: the recipient wants them for messages and has a push subscription. */
  wakes: boolean;
  /** Set when the message was stored. */
  eventId: number | null;
  /** The event’s body as JSON. */
  body: string | null;
}

/** The outcome of a message: stored, or what prevented it. */
export interface SendOutcome extends FoundSession {
  /** Undefined: no such chat for this user, or the message was not admitted. */
  facts: SendFacts | undefined;
}

/** SQL for how many messages one counts in a day: by its length, since disks are filled by bytes. */
const COUNT = `greatest(1, (octet_length(content) + ${MESSAGE_COUNTED_BYTES - 1}) / ${MESSAGE_COUNTED_BYTES})`;

/**
 * Admits, checks and stores messages and writes their events, at most one message per chat and per sender, in one
 * statement, so that together they cost one round trip and one commit.
 * $1 ids, $2 senders, $3 chats, $4 contents, $5 now, $6 chats paused before this are gone, $7 ids replied to, $8
 * sessions, $9 rows of the rate limit, $10 now in milliseconds.
 * The update of a chat locks its row, after all rows of the rate limit, and so orders the messages of the chat. Only a
 * live session is counted, and nothing is stored for a message that is not admitted. The scalar subqueries around the
 * parameters hide the number of messages from the planner: it would otherwise plan a single message each time, which
 * costs as much as executing the statement.
 */
const SEND = `
WITH given AS (
  SELECT * FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[]), (SELECT $3::uuid[]), (SELECT $4::text[]),
    (SELECT $7::uuid[]), (SELECT $8::uuid[]), (SELECT $9::text[]))
    WITH ORDINALITY AS t (id, user_id, chat_id, content, reply_to, session_id, rate_row, at)
), callers AS (${liveSessionsSql('$5::timestamptz')}
), counted AS (${countingSql('message', 'callers', '$10::bigint', COUNT)}
), admitted AS (
  SELECT *, rate_row IS NULL OR rate_row = ANY (ARRAY(SELECT key FROM counted)) AS counted FROM callers
), facts AS (
  SELECT g.at, g.id, g.user_id AS sender_id, g.content, g.reply_to, g.chat_id, g.username AS sender_name,
    g.last_used_at, g.counted, f.*
  FROM admitted g LEFT JOIN LATERAL (
    SELECT o.id AS other_id, o.username AS recipient_name,
      mine.user_id IS NOT NULL AS me_active, theirs.user_id IS NOT NULL AS other_active,
      (SELECT m.chat_id = c.id AND m.sender_id = g.user_id FROM messages m WHERE m.id = g.id) AS known,
      (g.reply_to IS NULL OR EXISTS (SELECT FROM messages m WHERE m.id = g.reply_to AND m.chat_id = c.id)) AS answers,
      (o.notification_settings ->> 'pushNotificationMessages')::boolean
        AND EXISTS (SELECT FROM push_subscriptions s WHERE s.user_id = o.id) AS wakes
    FROM chats c
    JOIN users o ON o.id = CASE WHEN c.low_id = g.user_id THEN c.high_id ELSE c.low_id END
    LEFT JOIN presences mine ON mine.user_id = g.user_id
      AND (mine.online_until IS NULL OR mine.online_until > $5::timestamptz)
    LEFT JOIN presences theirs ON theirs.user_id = o.id
      AND (theirs.online_until IS NULL OR theirs.online_until > $5::timestamptz)
    WHERE c.id = g.chat_id AND g.user_id IN (c.low_id, c.high_id) AND c.pin_status = 'accepted'
      AND o.suspended_at IS NULL AND (c.paused_at IS NULL OR c.paused_at > $6::timestamptz)
    LIMIT 1
  ) AS f ON g.counted
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
  SELECT ARRAY[sender_id, other_id], 'messages', wakes, concat(
    '{"id":"', id, '","senderId":"', sender_id, '","recipientId":"', other_id, '","chatId":"', chat_id,
    '","content":', to_json(content),
    ',"sentAt":"', ${isoSql('sent_at')},
    '","senderUsername":', to_json(sender_name), ',"recipientUsername":', to_json(recipient_name),
    ',"deleted":false,"status":"sent"', ',"replyTo":"' || reply_to || '"', '}')
  FROM moved RETURNING id, user_ids, body
)
SELECT f.at, f.last_used_at AS "lastUsedAt", f.counted,
  f.me_active AS "meActive", f.other_active AS "otherActive", f.other_id AS "otherId",
  f.known, f.answers, f.wakes, told.id AS "eventId", told.body
FROM facts f LEFT JOIN told ON told.user_ids[1] = f.sender_id`;

/** Timeout of the statement: the messages of a chat wait for one another, so none may hang. */
const PATIENCE_MS = 10_000;
/** The outcome of a message for which the statement returns no row, because its session has ended. */
const NO_SESSION: FoundSession = { lastUsedAt: null, counted: false };
const UNIQUE_VIOLATION = '23505';

/** Whether the error says that a message with the same id was stored while the statement ran. */
export const isIdTaken = (error: unknown): boolean => (error as { code?: unknown }).code === UNIQUE_VIOLATION;

/** Stores messages of different chats and senders, and returns the outcome of each, in the same order. */
export async function sendTogether(
  pool: pg.Pool,
  messages: readonly NewMessage[],
  now: Date,
  goneBefore: Date,
): Promise<SendOutcome[]> {
  const all = (name: keyof NewMessage) => messages.map((message) => message[name]);
  const what = [all('id'), all('senderId'), all('chatId'), all('content')];
  const more = [all('replyTo'), all('sessionId'), all('rateRow')];
  const query = named('send-messages', SEND, [...what, now, goneBefore, ...more, now.getTime()]);
  type Row = FoundSession & { at: number } & { [K in keyof SendFacts]: SendFacts[K] | null };
  const { rows } = await pool.query<Row>(withTimeLimit(PATIENCE_MS, query));
  const outcomes = messages.map((): SendOutcome => ({ ...NO_SESSION, facts: undefined }));
  for (const { at, lastUsedAt, counted, ...facts } of rows)
    outcomes[at - 1] = {
      lastUsedAt,
      counted,
      facts: facts.otherId === null ? undefined : (facts as SendFacts),
    };
  return outcomes;
}

export const storedEvent = (senderId: string, facts: SendFacts): StoredEvent => ({
  id: facts.eventId!,
  userIds: [senderId, facts.otherId],
  queue: 'messages',
  body: facts.body!,
  wakes: facts.wakes,
});

/**
 * Marks a message as seen and writes the event for both users; only once, and only on behalf of the recipient.
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
FROM marked RETURNING id, user_ids AS "userIds", queue, body`;

/** Marks a message as seen and returns the stored event, or undefined if there was nothing to mark. */
export async function markSeen(
  pool: pg.Pool,
  seen: { id: string; chatId: string; readerId: string },
): Promise<StoredEvent | undefined> {
  const query = named('mark-seen', SEEN, [seen.id, seen.chatId, seen.readerId]);
  return (await pool.query<StoredEvent>(query)).rows[0];
}
