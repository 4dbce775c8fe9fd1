import { SHARED_DATES_MAX } from '@herenow/contract/constants';
import type { Db } from '../../database/tables.ts';

export interface DateRow {
  id: string;
  who: string;
  place: string;
  endsAt: Date;
  createdAt: Date;
}

/** Returns a user’s dates that are not over, the one that ends first at the top. */
export const listOpen = (db: Db, userId: string, now: Date): Promise<DateRow[]> =>
  db
    .selectFrom('shared_dates')
    .select(['id', 'who', 'place', 'ends_at as endsAt', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('ends_at', '>', now)
    .orderBy('ends_at')
    .orderBy('id')
    .limit(SHARED_DATES_MAX)
    .execute();

/** Adds a date; one that is there gets the new words, end and token. */
export async function put(
  db: Db,
  { id, who, place, endsAt, createdAt, ...of }: DateRow & { userId: string; tokenHash: string },
): Promise<void> {
  const told = { token_hash: of.tokenHash, who, place, ends_at: endsAt, created_at: createdAt };
  await db
    .insertInto('shared_dates')
    .values({ id, user_id: of.userId, ...told })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(told))
    .execute();
}

/** Removes a date. False if this user has no date with this id. */
export async function remove(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shared_dates')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the date of a link if it ends after the given time and its user is not suspended. */
export const findByHash = (
  db: Db,
  tokenHash: string,
  endsAfter: Date,
): Promise<Pick<DateRow, 'who' | 'place' | 'endsAt'> | undefined> =>
  db
    .selectFrom('shared_dates as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['d.who', 'd.place', 'd.ends_at as endsAt'])
    .where('d.token_hash', '=', tokenHash)
    .where('d.ends_at', '>', endsAfter)
    .where('u.suspended_at', 'is', null)
    .executeTakeFirst();

export async function deleteEnded(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('shared_dates').where('ends_at', '<=', before).execute();
}
