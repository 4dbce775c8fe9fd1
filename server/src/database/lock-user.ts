import type { Db } from './tables.ts';

/** Locks a user, so that changes of their data run one after the other. Returns false if there is no such user. */
export async function lockUser(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
