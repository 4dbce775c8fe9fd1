import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

export interface Protection {
  id: string;
  kind: 'erased' | 'blocked' | 'followed' | 'unblocked' | 'suspended' | 'reinstated';
  userId: string;
  otherId: string | null;
  happenedAt: Date;
  until: Date | null;
}

/** Returns the oldest rows, locked, so that only one node writes each. */
export async function lockWaiting(db: Db, limit: number): Promise<Protection[]> {
  const { rows } = await sql<Protection>`
    SELECT id, kind, user_id AS "userId", other_id AS "otherId", happened_at AS "happenedAt", until
    FROM protections ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows;
}

export async function getTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(db);
  return rows[0]!.now;
}

export async function remove(db: Db, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM protections WHERE id = ANY(${ids}::bigint[])`.execute(db);
}
