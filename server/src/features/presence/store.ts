import { STEP } from '@herenow/contract/constants';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { cellCube } from '../../lib/cells.ts';
import type { Presence } from './policy.ts';

type Db = Kysely<Database>;

/** What of a person a presence shows and feeds filter by. */
export interface Shown {
  dateOfBirth: string;
  gender: string;
  tags: string[];
  cell: string;
}

export interface Ended {
  userId: string;
  endedAt: Date;
}

/** The presences that run at `now`, by person. */
export async function listPresences(
  db: Db,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, Presence>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{
    user_id: string;
    status: Presence['status'];
    online_until: Date | null;
    started_at: Date;
  }>`
    SELECT user_id, status, online_until, started_at FROM presences
    WHERE user_id = ANY(${userIds}::uuid[]) AND (online_until IS NULL OR online_until > ${now})`.execute(db);
  return new Map(
    rows.map((row) => [
      row.user_id,
      { status: row.status, onlineUntil: row.online_until, startedAt: row.started_at },
    ]),
  );
}

/**
 * Locks a person for a change of their presence, so that changes of one person come one after the other.
 * `undefined`: no such person; `'unfinished'`: not through the registration yet.
 */
export async function lockShown(db: Db, userId: string): Promise<Shown | 'unfinished' | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['registration_step', 'date_of_birth', 'gender', 'my_tags', 'cell'])
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { date_of_birth: dateOfBirth, gender, my_tags: tags, cell } = row;
  if (row.registration_step < STEP.verified || !dateOfBirth || !gender || !cell) return 'unfinished';
  return { dateOfBirth, gender, tags, cell };
}

/** Opens a presence or replaces status and end of the running one. */
export async function putPresence(
  db: Db,
  userId: string,
  presence: Presence,
  shown: Shown,
): Promise<'opened' | 'replaced'> {
  const row = await db
    .insertInto('presences')
    .values({
      user_id: userId,
      status: presence.status,
      online_until: presence.onlineUntil,
      started_at: presence.startedAt,
      ...columns(shown),
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        online_until: eb.ref('excluded.online_until'),
      })),
    )
    // A fresh row has no deleting or locking transaction.
    .returning(sql<boolean>`xmax = 0`.as('fresh'))
    .executeTakeFirstOrThrow();
  return row.fresh ? 'opened' : 'replaced';
}

export async function updateShown(db: Db, userId: string, shown: Shown): Promise<void> {
  await db.updateTable('presences').set(columns(shown)).where('user_id', '=', userId).execute();
}

function columns({ dateOfBirth, gender, tags, cell }: Shown) {
  return { pos: cellCube(cell), date_of_birth: dateOfBirth, gender, tags };
}

/** Ends a person’s presence, whether it still runs or has run out. */
export async function deletePresence(db: Db, userId: string, now: Date): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    DELETE FROM presences WHERE user_id = ${userId}
    RETURNING user_id AS "userId", least(online_until, ${now}::timestamptz) AS "endedAt"`.execute(db);
  return rows[0];
}

/** People whose presences have run out, the latest first: to be taken from the end. */
export async function listExpired(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('presences')
    .select('user_id')
    .where('online_until', '<=', now)
    .orderBy('online_until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id).toReversed();
}

/** Ends a person’s presence if it has run out. `skip` leaves it to another transaction that is at it already. */
export async function deleteExpired(
  db: Db,
  userId: string,
  now: Date,
  locked: 'skip' | 'wait',
): Promise<Ended | undefined> {
  const { rows } = await sql<Ended>`
    DELETE FROM presences WHERE user_id = (
      SELECT user_id FROM presences WHERE user_id = ${userId} AND online_until <= ${now}
      FOR UPDATE ${locked === 'skip' ? sql`SKIP LOCKED` : sql``})
    RETURNING user_id AS "userId", online_until AS "endedAt"`.execute(db);
  return rows[0];
}
