import pg from 'pg';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngines } from '../../server/src/app/engines.ts';
import { createFeatures, type Features } from '../../server/src/app/features.ts';
import { readConfig } from '../../server/src/config.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { createLog } from '../../server/src/lib/log.ts';
import type { Statement } from './pgbench.ts';
import { TOKEN_SECRET } from './signed-in-tokens.ts';

/** Returns the statements that a task runs, in order. */
export type Record = (task: () => Promise<unknown>) => Promise<Statement[]>;

/** Calls `run` with the product's features, built in this process, and with a function that records statements. */
export async function withFeatures<T>(
  databaseUrl: string,
  run: (features: Features, record: Record) => Promise<T>,
): Promise<T> {
  await using undo = new AsyncDisposableStack();
  const { path: dataDir } = undo.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-bench-')));
  const config = { ...readConfig({ TOKEN_SECRET, RATE_LIMITS: 'off' }), databaseUrl, dataDir };
  const log = createLog('warn');
  const engines = await openEngines(config, { clock: systemClock, log }, undo);
  return await run(await createFeatures(engines, undo), recordStatements);
}

async function recordStatements(task: () => Promise<unknown>): Promise<Statement[]> {
  const asked: Statement[] = [];
  const client = pg.Client.prototype as { query(...args: unknown[]): unknown };
  const query = client.query;
  client.query = function record(this: pg.Client, ...args: unknown[]) {
    const [config, values] = args;
    if (typeof config === 'string') asked.push({ text: config, values: (values ?? []) as unknown[] });
    else asked.push(statementOf(config as pg.QueryConfig));
    return query.apply(this, args);
  };
  try {
    await task();
  } finally {
    client.query = query;
  }
  return asked;
}

const statementOf = ({ text, values = [] }: pg.QueryConfig): Statement => ({ text, values });
