import { BLOCKS_MAX } from '@herenow/contract/constants';
import type { TestApp } from '@herenow/testing/start-app';
import { sql } from 'kysely';

/** Has somebody block as many others as an account may; the blocked have no accounts. */
export const blockMost = (app: TestApp, { id }: { id: string }): Promise<void> =>
  app.db.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    await sql`
      INSERT INTO blocks (blocker_id, blocked_id, created_at)
      SELECT ${id}::uuid, gen_random_uuid(), ${app.clock.now()}::timestamptz
      FROM generate_series(1, ${BLOCKS_MAX}::int)`.execute(trx);
  });
