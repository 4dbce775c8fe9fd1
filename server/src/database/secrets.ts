import type { Db } from './tables.ts';

/** Returns the named secret, created by `make` the first time. All nodes of a database share it. */
export async function sharedSecret(db: Db, name: string, make: () => string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
