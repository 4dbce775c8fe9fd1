import { sql } from 'kysely';
import type { PushJob } from './jobs.ts';
import type { Db } from '../../database/db.ts';
import { lockUser } from '../../database/lock-user.ts';
import type { Subscription } from './subscription.ts';

export type PushKind = PushJob['kind'];

/** The most devices of one user that get pushes; the latest count. */
const MAX_DEVICES = 10;

/** The setting that allows each kind. Users who set an alert want its pushes, so it needs none. */
const SETTING: Record<PushKind, string | undefined> = {
  message: 'pushNotificationMessages',
  pin: 'pushNotificationPin',
  nearby: undefined,
};

/**
 * Locks a session until the commit, so that its end cannot overtake a subscription that is being stored for it, and
 * first the user, whose devices are stored one after the other. Returns false if the session has ended.
 */
export async function lockSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const [, { rows }] = await Promise.all([
    lockUser(db, userId),
    sql`SELECT FROM sessions WHERE id = ${sessionId} AND ended_at IS NULL FOR SHARE`.execute(db),
  ]);
  return rows.length > 0;
}

/**
 * Stores a device’s subscription for the session it came with. It replaces those of earlier sessions with the same
 * address and those of this session with another: a session is one device, and someone who got hold of its token for a
 * moment must not be able to add one that listens as long as the session lasts.
 */
export async function putSubscription(
  db: Db,
  row: { id: string; userId: string; sessionId: string; subscription: Subscription; now: Date },
): Promise<void> {
  const { id, userId, sessionId, subscription, now } = row;
  await sql`
    INSERT INTO push_subscriptions (id, endpoint, user_id, session_id, keys, created_at)
    VALUES (${id}, ${subscription.endpoint}, ${userId}, ${sessionId}, ${JSON.stringify(subscription.keys)}, ${now})
    ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
      keys = excluded.keys, created_at = excluded.created_at`.execute(db);
  await sql`
    DELETE FROM push_subscriptions WHERE user_id = ${userId} AND (
      (session_id = ${sessionId} AND endpoint <> ${subscription.endpoint}) OR id NOT IN (
        SELECT id FROM push_subscriptions WHERE user_id = ${userId}
        ORDER BY created_at DESC, id DESC LIMIT ${MAX_DEVICES}))`.execute(db);
}

export async function removeEndpoint(db: Db, userId: string, endpoint: string): Promise<void> {
  await sql`DELETE FROM push_subscriptions WHERE user_id = ${userId} AND endpoint = ${endpoint}`.execute(db);
}

export async function removeSubscriptionsOf(db: Db, sessionIds: readonly string[]): Promise<void> {
  await sql`DELETE FROM push_subscriptions WHERE session_id = ANY(${sessionIds}::uuid[])`.execute(db);
}

export async function removeSubscription(db: Db, id: string): Promise<void> {
  await sql`DELETE FROM push_subscriptions WHERE id = ${id}`.execute(db);
}

/** Subscriptions of signed-in devices whose owner has this kind of push switched on. */
const allowed = (kind: PushKind) => {
  const setting = SETTING[kind];
  return sql`
  FROM push_subscriptions s
  JOIN sessions ON sessions.id = s.session_id AND sessions.ended_at IS NULL
  JOIN users ON users.id = s.user_id AND users.suspended_at IS NULL
    ${setting ? sql`AND (users.notification_settings ->> ${setting})::boolean` : sql``}`;
};

export async function hasSubscription(db: Db, userId: string, kind: PushKind): Promise<boolean> {
  const { rows } = await sql`SELECT ${allowed(kind)} WHERE s.user_id = ${userId} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** A message whose recipient has a device that it is to wake. */
interface Waking {
  messageId: string;
  /** The earlier end of the two presences; null if neither has one. */
  ends: Date | null;
}

/**
 * Returns which of these messages wake a device, in their order: those whose sender and recipient are both still
 * active.
 */
export async function listWakings(
  db: Db,
  messages: readonly { id: string; senderId: string; recipientId: string }[],
  now: Date,
): Promise<Waking[]> {
  const all = (name: 'id' | 'senderId' | 'recipientId') => messages.map((message) => message[name]);
  const here = (who: string) => sql`
    JOIN presences ${sql.ref(who)} ON ${sql.ref(`${who}.user_id`)} = ${sql.ref(`m.${who}_id`)}
      AND (${sql.ref(`${who}.online_until`)} IS NULL OR ${sql.ref(`${who}.online_until`)} > ${now})`;
  const { rows } = await sql<Waking>`
    SELECT m.id AS "messageId", least(sender.online_until, recipient.online_until) AS ends
    FROM unnest(${all('id')}::uuid[], ${all('senderId')}::uuid[], ${all('recipientId')}::uuid[])
      WITH ORDINALITY AS m (id, sender_id, recipient_id, at)
    ${here('sender')} ${here('recipient')}
    WHERE EXISTS (SELECT ${allowed('message')} WHERE s.user_id = m.recipient_id)
    ORDER BY m.at`.execute(db);
  return rows;
}

/**
 * SQL for the rows without which a push is obsolete. Whoever has read or written in a chat knows that it was accepted.
 * The push of a message also stands for those that followed while it waited.
 */
function worth({ kind, payload, messageId }: PushJob, now: Date) {
  if (kind === 'nearby') return sql`JOIN alerts ON alerts.user_id = s.user_id AND alerts.until > ${now}`;
  return sql`JOIN chats ON chats.id = ${payload.chatId}
    AND (${payload.type} <> 'PIN_REQUEST' OR chats.pin_status = 'pending')
    AND (${payload.type} <> 'PIN_ACCEPT' OR NOT EXISTS (
      SELECT FROM messages known WHERE known.chat_id = chats.id AND (known.seen OR known.sender_id = s.user_id)))
    AND (${messageId ?? null}::uuid IS NULL OR EXISTS (
      SELECT FROM messages first JOIN messages m ON m.chat_id = first.chat_id AND m.sent_at >= first.sent_at
      WHERE first.id = ${messageId} AND m.sender_id = first.sender_id AND NOT m.seen AND NOT m.deleted))`;
}

/** A device to wake. */
export interface Target extends Subscription {
  id: string;
  sessionId: string;
}

/** Returns the devices to wake: none once the news was answered, withdrawn, seen, taken back or switched off. */
export async function listTargets(db: Db, job: PushJob, now: Date): Promise<Target[]> {
  const { subscriptionIds, userId, kind } = job;
  const { rows } = await sql<Target>`
    SELECT s.id, s.endpoint, s.keys, s.session_id AS "sessionId" ${allowed(kind)} ${worth(job, now)}
    WHERE s.user_id = ${userId} ${subscriptionIds ? sql`AND s.id = ANY(${subscriptionIds}::uuid[])` : sql``}`.execute(
    db,
  );
  return rows;
}
