import path from 'node:path';
import { openDatabase } from '../../server/src/database/connect.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { inRoot } from '../../scripts/processes.ts';
import { asAdmin, type Postgres } from '../lib/postgres.ts';
import { PLANS, type Plan, type WorldName } from './plan.ts';
import { seed } from './seed.ts';

/** Where the benches keep their worlds between runs; delete it to begin again. */
export const BENCH_FOLDER = path.resolve(process.env.BENCH_DIR ?? inRoot('data-bench'));
/** Raise it when the same plan results in a different world. */
const VERSION = 2;

/** Returns the URL of a world’s database, which is filled on first use. */
export async function openWorld(postgres: Postgres, name: WorldName): Promise<string> {
  const plan = PLANS[name];
  const database = `world_${name}`;
  const url = postgres.url(database);
  const mark = JSON.stringify({ version: VERSION, ...plan });
  const found = await asAdmin(postgres.url('postgres'), async (admin) => {
    const { rows } = await admin.query<{ mark: string | null }>(
      `SELECT shobj_description(oid, 'pg_database') AS mark FROM pg_database WHERE datname = $1`,
      [database],
    );
    if (rows[0]?.mark === mark) return true;
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${database}`);
    return false;
  });
  // Also applies newer migrations to a kept world.
  await using migrated = await openDatabase({ databaseUrl: url, dataDir: '', log: createLog('warn') });
  await migrated.close();
  if (!found) await fill(url, name, plan, mark);
  return url;
}

async function fill(url: string, name: WorldName, plan: Plan, mark: string): Promise<void> {
  const began = performance.now();
  const told = (text: string) =>
    console.log(`  ${((performance.now() - began) / 1000).toFixed(0)} s: ${text}`);
  console.log(`Filling the world "${name}" with ${plan.people.toLocaleString('en-US')} people:`);
  await asAdmin(url, async (client) => {
    await seed(client, plan, told);
    // Comes last, so that an incomplete world is created again.
    await client.query(`COMMENT ON DATABASE world_${name} IS ${client.escapeLiteral(mark)}`);
    await client.query('CHECKPOINT');
  });
}
