import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Caller } from '../../http/mount.ts';
import type { Movement, Viewpoint } from './policy.ts';

type Db = Kysely<Database>;

const COLUMNS = [
  'u.cell as lastCell',
  'v.cell as cell',
  'v.next_cell as nextCell',
  'v.next_since as nextSince',
] as const;

/** The place from which a device looks; of one that has told none, the last of its owner. */
export async function findViewpoint(db: Db, caller: Caller): Promise<Viewpoint | undefined> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('viewpoints as v', (join) => join.on('v.session_id', '=', caller.sessionId))
    .select(COLUMNS)
    .where('u.id', '=', caller.userId)
    .executeTakeFirst();
  return row && viewpointOf(row);
}

/** Undefined: neither the device nor its owner has ever told a place. */
export function viewpointOf(row: {
  lastCell: string | null;
  cell: string | null;
  nextCell: string | null;
  nextSince: Date | null;
}): Viewpoint | undefined {
  const cell = row.cell ?? row.lastCell;
  const { nextCell, nextSince } = row;
  return cell === null
    ? undefined
    : { cell, next: nextCell && nextSince ? { cell: nextCell, since: nextSince } : undefined };
}

/** Locks a person, so that the moves of their devices come one after the other. False: no such person. */
export async function lockPerson(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function findMovement(db: Db, userId: string): Promise<Movement | undefined> {
  const row = await db
    .selectFrom('movements')
    .select(['km_left as kmLeft', 'counted_at as countedAt', 'regions', 'regions_since as regionsSince'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row;
}

export async function saveMovement(db: Db, userId: string, movement: Movement): Promise<void> {
  const values = {
    km_left: movement.kmLeft,
    counted_at: movement.countedAt,
    regions: [...movement.regions],
    regions_since: movement.regionsSince,
  };
  await db
    .insertInto('movements')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function saveViewpoint(
  db: Db,
  { userId, sessionId }: Caller,
  { cell, next }: Viewpoint,
  now: Date,
): Promise<void> {
  const values = { cell, next_cell: next?.cell ?? null, next_since: next?.since ?? null };
  await db
    .insertInto('viewpoints')
    .values({ session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute();
  await db
    .updateTable('users')
    .set({ cell, updated_at: now, last_active_at: now })
    .where('id', '=', userId)
    .where('cell', 'is distinct from', cell)
    .execute();
}

/** Forgets where devices looked from that are signed out. */
export async function forgetSignedOut(db: Db): Promise<void> {
  await sql`
    DELETE FROM viewpoints v USING sessions s
    WHERE s.id = v.session_id AND s.ended_at IS NOT NULL`.execute(db);
}
