import { buildApp, type App, type Surroundings } from '../../server/src/app.ts';
import type { Config } from '../../server/src/config.ts';
import { readConfig } from '../../server/src/config.ts';
import { movableClock } from './movable-clock.ts';
import { createLog } from '../../server/src/lib/log.ts';
import { PASSWORD_COST } from './people.ts';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestDb } from './tables.ts';
import { createTestDatabase } from './test-database.ts';

/**
 * Short intervals for sweeps that tests often wait for after moving the clock, longer ones for the others: the sweeps
 * of an idle server are a large part of a test's cost.
 */
const PACE = {
  outbox: 500,
  bus: 100,
  presences: 250,
  chats: 250,
  photos: 500,
  rights: 500,
  alerts: 500,
  retrySeconds: 0,
};

export interface TestApp extends App {
  db: TestDb;
  url: string;
  clock: ReturnType<typeof movableClock>;
  /** Every log line so far, as JSON text. */
  logLines: string[];
  /** Another instance on the same database and folder, for tests of restarts and of several nodes. */
  config: Config;
}

/** Starts the real server on a free port with its own database: `await using app = await startApp()`. */
export async function startApp(
  overrides: Partial<Config> = {},
  surroundings: Partial<Surroundings> = {},
): Promise<TestApp> {
  await using undo = new AsyncDisposableStack();
  const clock = movableClock();
  const config = {
    ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'debug', RATE_LIMITS: 'off' }),
    port: 0,
    host: '127.0.0.1',
    ...overrides,
  };
  if (!overrides.dataDir) {
    const { path: folder } = undo.use(await mkdtempDisposable(path.join(tmpdir(), 'herenow-test-')));
    config.dataDir = folder;
  }
  if (!('databaseUrl' in overrides)) {
    const database = await createTestDatabase();
    undo.defer(() => database.drop());
    config.databaseUrl = database.url;
  }
  const logLines: string[] = [];
  const log = createLog(config.logLevel, { write: (line) => void logLines.push(line) });
  const app = undo.use(
    await buildApp(config, {
      clock,
      log,
      pace: PACE,
      passwordCost: PASSWORD_COST,
      // A shared machine is often overloaded.
      shedding: false,
      // Browser tests use their own builds; tests of calls need none.
      webFolder: path.join(config.dataDir, 'no-client'),
      ...surroundings,
    }),
  );
  const resources = undo.move();
  return {
    ...app,
    db: app.db as TestDb,
    url: `http://127.0.0.1:${app.port}`,
    clock,
    logLines,
    config,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
