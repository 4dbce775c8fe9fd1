import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { HOUR_MS } from '@herenow/contract/constants';
import type { Statement } from '../lib/pgbench.ts';
import { withFeatures } from '../lib/recorded-statements.ts';

/** Returns a script for each person with the product's statements to go visible and offline again. */
export async function toggleStatements(url: string, userIds: readonly string[]): Promise<Statement[][]> {
  return await withFeatures(url, async ({ presence }, record) => {
    const scripts: Statement[][] = [];
    for (const userId of userIds) {
      const onlineUntil = new Date(Date.now() + HOUR_MS).toISOString();
      const device = { userId, sessionId: randomUUID() };
      const opened = await record(() => presence.open(device, { status: 'online', onlineUntil }));
      scripts.push([...opened, ...(await record(() => presence.close(userId)))]);
    }
    return scripts;
  });
}

/** Runs a task; returns its result, the bytes written to the log meanwhile, and how many whole pages they hold. */
export async function writtenBy<T>(pool: pg.Pool, run: () => Promise<T>) {
  const before = await walOf(pool);
  const result = await run();
  const after = await walOf(pool);
  return { result, bytes: after.bytes - before.bytes, wholePages: after.pages - before.pages };
}

async function walOf(pool: pg.Pool): Promise<{ bytes: number; pages: number }> {
  const { rows } = await pool.query<{ bytes: string; pages: string }>(
    `SELECT pg_current_wal_lsn() - '0/0' AS bytes, wal_fpi AS pages FROM pg_stat_wal`,
  );
  return { bytes: Number(rows[0]!.bytes), pages: Number(rows[0]!.pages) };
}
