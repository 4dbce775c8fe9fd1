import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Locks a user, so that changes of their data run one after the other. Returns false if there is no such user. */
export async function lockUser(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(db);
  return rows.length > 0;
}
