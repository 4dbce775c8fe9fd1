import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Returns the named secret, created by `make` the first time. All nodes of a database share it. */
export async function sharedSecret(db: Db, name: string, make: () => string): Promise<string> {
  await sql`INSERT INTO secrets (name, value) VALUES (${name}, ${make()}) ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ value: string }>`SELECT value FROM secrets WHERE name = ${name}`.execute(db);
  return rows[0]!.value;
}
