import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/db.ts';
import { UNANSWERED_MOST, UNANSWERED_MS, type PinMemory } from './memory-policy.ts';
import { minus } from '../../lib/clock.ts';

/** Two mailboxes, as keyed hashes. */
interface Pair {
  pinner: string;
  target: string;
}

/** Serializes pins from all accounts of one mailbox to those of another, even if nothing is remembered yet. */
export async function lockMemory(db: Db, { pinner, target }: Pair): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${pinner} ${target}`}, 0))`.execute(db);
}

/** Returns the emails of two users, by id. */
export async function listEmails(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM users WHERE id = ANY(${ids}::uuid[]) ORDER BY id`.execute(db);
  return rows.map(({ email }) => email);
}

export async function findMemory(
  db: Db,
  { pinner, target }: Pair,
  now: Date,
): Promise<PinMemory | undefined> {
  const { rows } = await sql<PinMemory>`
    SELECT rejections, closed_until AS "closedUntil", unanswered, pinned_at AS "pinnedAt" FROM pin_memories
    WHERE pinner = ${pinner} AND target = ${target} AND (forget_at IS NULL OR forget_at > ${now})`.execute(
    db,
  );
  return rows[0];
}

/** Counts a pin as unanswered; starts counting from one again after a long enough pause. */
export async function addUnanswered(db: Db, { pinner, target }: Pair, now: Date): Promise<void> {
  const longAgo = minus(now, UNANSWERED_MS);
  await sql`
    INSERT INTO pin_memories AS m (pinner, target, unanswered, pinned_at) VALUES (${pinner}, ${target}, 1, ${now})
    ON CONFLICT (pinner, target) DO UPDATE SET pinned_at = ${now}, unanswered = CASE
      WHEN m.unanswered >= ${UNANSWERED_MOST}
        OR m.pinned_at <= ${longAgo} THEN 1 ELSE m.unanswered + 1 END`.execute(db);
}

export async function putRejection(
  db: Db,
  { pinner, target }: Pair,
  rejection: { rejections: number; closedUntil: Date | null; pinnedAt: Date },
): Promise<void> {
  const { rejections, closedUntil, pinnedAt } = rejection;
  await sql`
    INSERT INTO pin_memories (pinner, target, rejections, closed_until, pinned_at, unanswered)
    VALUES (${pinner}, ${target}, ${rejections}, ${closedUntil}, ${pinnedAt}, 0)
    ON CONFLICT (pinner, target) DO UPDATE SET rejections = excluded.rejections,
      closed_until = excluded.closed_until, pinned_at = excluded.pinned_at, unanswered = 0`.execute(db);
}

export async function removeMemory(db: Db, { pinner, target }: Pair): Promise<void> {
  await sql`DELETE FROM pin_memories WHERE pinner = ${pinner} AND target = ${target}`.execute(db);
}

/**
 * Sets until when first rejections hold, once no account of the rejecting mailbox has a presence any more. They are
 * locked first, in a statement of its own: of two accounts that leave at once, the second one sees that the first left.
 */
export async function closeFirstRejections(db: Db, target: string, until: Date): Promise<void> {
  const open = sql`target = ${target} AND rejections = 1 AND closed_until IS NULL`;
  const close = sql`
    UPDATE pin_memories SET closed_until = ${until}
    WHERE ${open} AND NOT EXISTS (
      SELECT FROM presences JOIN users ON users.id = user_id WHERE mailbox = ${target})`;
  await Promise.all([lockInOrder(db, open), close.execute(db)]);
}

/** Locks what is remembered of several pairs, in the order in which everybody does. */
const lockInOrder = (db: Db, which: RawBuilder<unknown>): Promise<unknown> =>
  sql`SELECT FROM pin_memories WHERE ${which} ORDER BY pinner, target FOR NO KEY UPDATE`.execute(db);

const ofMailbox = (mailbox: string) => sql`(pinner = ${mailbox} OR target = ${mailbox})`;

/** Sets when the memory of a mailbox is deleted at the latest. */
export async function setForgetAt(db: Db, mailbox: string, forgetAt: Date): Promise<void> {
  const set = sql`
    UPDATE pin_memories SET forget_at = least(forget_at, ${forgetAt}::timestamptz) WHERE ${ofMailbox(mailbox)}`;
  await Promise.all([lockInOrder(db, ofMailbox(mailbox)), set.execute(db)]);
}

/** Keeps the memory of a mailbox that is not over yet, except for pairs whose other side has no account. */
export async function removeForgetAt(db: Db, mailbox: string, now: Date): Promise<void> {
  const remove = sql`
    UPDATE pin_memories SET forget_at = NULL
    WHERE ${ofMailbox(mailbox)} AND forget_at > ${now} AND EXISTS (
      SELECT FROM users WHERE mailbox = CASE WHEN pinner = ${mailbox} THEN target ELSE pinner END
        AND email_validated)`;
  await Promise.all([lockInOrder(db, ofMailbox(mailbox)), remove.execute(db)]);
}

/** Deletes what no longer prevents any pin. Rejections count for as long as both accounts exist. */
export async function deleteOutdated(db: Db, now: Date, unansweredBefore: Date): Promise<void> {
  await sql`
    DELETE FROM pin_memories WHERE (pinner, target) IN (
      SELECT pinner, target FROM pin_memories
      WHERE forget_at <= ${now} OR (rejections = 0 AND pinned_at <= ${unansweredBefore})
      FOR UPDATE SKIP LOCKED)`.execute(db);
}
