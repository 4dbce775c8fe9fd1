import { SHARED_DATES_MAX } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

export interface DateRow {
  id: string;
  who: string;
  place: string;
  endsAt: Date;
  createdAt: Date;
}

/** Returns a user’s dates that are not over, the one that ends first at the top. */
export async function listOpen(db: Db, userId: string, now: Date): Promise<DateRow[]> {
  const { rows } = await sql<DateRow>`
    SELECT id, who, place, ends_at AS "endsAt", created_at AS "createdAt" FROM shared_dates
    WHERE user_id = ${userId} AND ends_at > ${now} ORDER BY ends_at, id LIMIT ${SHARED_DATES_MAX}`.execute(
    db,
  );
  return rows;
}

/** Adds a date; one that is there gets the new words, end and token. */
export async function put(
  db: Db,
  { id, who, place, endsAt, createdAt, ...of }: DateRow & { userId: string; tokenHash: string },
): Promise<void> {
  await sql`
    INSERT INTO shared_dates (id, user_id, token_hash, who, place, ends_at, created_at)
    VALUES (${id}, ${of.userId}, ${of.tokenHash}, ${who}, ${place}, ${endsAt}, ${createdAt})
    ON CONFLICT (id) DO UPDATE SET token_hash = excluded.token_hash, who = excluded.who, place = excluded.place,
      ends_at = excluded.ends_at, created_at = excluded.created_at`.execute(db);
}

/** Removes a date. False if this user has no date with this id. */
export async function remove(db: Db, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM shared_dates WHERE id = ${id} AND user_id = ${userId} RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Returns the date of a link if it ends after the given time and its user is not suspended. */
export async function findByHash(
  db: Db,
  tokenHash: string,
  endsAfter: Date,
): Promise<Pick<DateRow, 'who' | 'place' | 'endsAt'> | undefined> {
  const { rows } = await sql<Pick<DateRow, 'who' | 'place' | 'endsAt'>>`
    SELECT who, place, ends_at AS "endsAt" FROM shared_dates JOIN users ON users.id = user_id
    WHERE token_hash = ${tokenHash} AND ends_at > ${endsAfter} AND suspended_at IS NULL`.execute(db);
  return rows[0];
}

export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM shared_dates WHERE ends_at <= ${before}`.execute(db);
}
