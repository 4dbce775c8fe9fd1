import { sql } from 'kysely';
import { newId } from '../lib/ids.ts';
import type { Db } from './db.ts';

export type Nodes = Awaited<ReturnType<typeof createNodes>>;

/** Shares through the database which nodes the bus reaches, for times when it does not reach all. */
export async function createNodes(db: Db) {
  const id = newId();
  await sql`DELETE FROM nodes WHERE heard_at < now() - interval '1 day'`.execute(db);

  async function hears(seconds: number, except: string | null, on: Db): Promise<boolean> {
    const { rows } = await sql<{ hears: boolean }>`
      SELECT EXISTS (
        SELECT FROM nodes
        WHERE heard_at > now() - make_interval(secs => ${seconds}) AND id IS DISTINCT FROM ${except}::uuid
      ) AS hears`.execute(on);
    return rows[0]!.hears;
  }

  return {
    id,
    /**
     * Records that the bus responded to this node so many seconds ago. Returns the other nodes to which it responded
     * within so many.
     */
    async heard(secondsAgo: number, within: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        WITH here AS (
          INSERT INTO nodes (id, heard_at) VALUES (${id}, now() - make_interval(secs => ${secondsAgo}))
          ON CONFLICT (id) DO UPDATE SET heard_at = excluded.heard_at)
        SELECT id FROM nodes WHERE id <> ${id} AND heard_at > now() - make_interval(secs => ${within})`.execute(
        db,
      );
      return rows.map((row) => row.id);
    },
    /** Returns whether the bus responded to any node within so many seconds, asking within a transaction. */
    anyHears: (seconds: number, on: Db) => hears(seconds, null, on),
    anotherHears: (seconds: number) => hears(seconds, id, db),
  };
}
