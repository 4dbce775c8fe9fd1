import { sql, type Kysely } from 'kysely';
import type { PushJob } from './jobs.ts';
import type { Database, PushKeys } from '../../database/tables.ts';
import type { Subscription } from './subscription.ts';

type Db = Kysely<Database>;
export type PushKind = PushJob['kind'];

/** Devices of one person that are told; the latest count. */
const MAX_DEVICES = 10;

/** The setting that allows each kind; who has set an alert wants what it tells. */
const SETTING: Record<PushKind, string | undefined> = {
  message: 'pushNotificationMessages',
  pin: 'pushNotificationPin',
  nearby: undefined,
};

/** Keeps a device’s subscription for the session it came with; an earlier session hears nothing more. */
export async function putSubscription(
  db: Db,
  row: { id: string; userId: string; sessionId: string; subscription: Subscription; now: Date },
): Promise<void> {
  const { id, userId, sessionId, subscription, now } = row;
  const values = {
    user_id: userId,
    session_id: sessionId,
    keys: JSON.stringify(subscription.keys),
    created_at: now,
  };
  await db
    .insertInto('push_subscriptions')
    .values({ id, endpoint: subscription.endpoint, ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute();
  await sql`
    DELETE FROM push_subscriptions WHERE user_id = ${userId} AND id NOT IN (
      SELECT id FROM push_subscriptions WHERE user_id = ${userId}
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_DEVICES})`.execute(db);
}

export async function removeEndpoint(db: Db, userId: string, endpoint: string): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();
}

export async function removeSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Subscriptions of signed-in devices whose owner wants to hear of this kind. */
const allowed = (kind: PushKind) => {
  const setting = SETTING[kind];
  return sql`
  FROM push_subscriptions s
  JOIN sessions ON sessions.id = s.session_id AND sessions.ended_at IS NULL
  JOIN users ON users.id = s.user_id AND users.suspended_at IS NULL
    ${setting ? sql`AND (users.notification_settings ->> ${setting})::boolean` : sql``}`;
};

export async function hasSubscription(db: Db, userId: string): Promise<boolean> {
  return (await listSubscriptionIds(db, userId, 'nearby')).length > 0;
}

export async function listSubscriptionIds(db: Db, userId: string, kind: PushKind): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT s.id ${allowed(kind)} WHERE s.user_id = ${userId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A device that a message is to wake. */
interface Waking {
  messageId: string;
  subscriptionId: string;
  /** The earlier end of both sessions; null when neither has one. */
  ends: Date | null;
}

/** The devices of those who receive these messages, while both are still there. */
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
    SELECT m.id AS "messageId", s.id AS "subscriptionId",
      least(sender.online_until, recipient.online_until) AS ends
    ${allowed('message')}
    JOIN unnest(${all('id')}::uuid[], ${all('senderId')}::uuid[], ${all('recipientId')}::uuid[])
      AS m (id, sender_id, recipient_id) ON m.recipient_id = s.user_id
    ${here('sender')} ${here('recipient')}`.execute(db);
  return rows;
}

/** The rows without which a push is worth nothing any more. */
function worth({ kind, payload, messageId }: PushJob, now: Date) {
  if (kind === 'nearby') return sql`JOIN alerts ON alerts.user_id = s.user_id AND alerts.until > ${now}`;
  return sql`JOIN chats ON chats.id = ${payload.chatId}
    AND (${payload.type} <> 'PIN_REQUEST' OR chats.pin_status = 'pending')
    AND (${messageId ?? null}::uuid IS NULL OR EXISTS (
      SELECT 1 FROM messages WHERE id = ${messageId} AND NOT seen AND NOT deleted))`;
}

/**
 * Where the push goes, or undefined when nobody wants it any more: answered, withdrawn, seen, taken back, switched off,
 * or a device that has changed hands.
 */
export async function findTarget(
  db: Db,
  job: PushJob,
  now: Date,
): Promise<(Subscription & { sessionId: string }) | undefined> {
  const { subscriptionId, userId, kind } = job;
  const { rows } = await sql<{ endpoint: string; keys: PushKeys; sessionId: string }>`
    SELECT s.endpoint, s.keys, s.session_id AS "sessionId" ${allowed(kind)} ${worth(job, now)}
    WHERE s.id = ${subscriptionId} AND s.user_id = ${userId}`.execute(db);
  return rows[0];
}
