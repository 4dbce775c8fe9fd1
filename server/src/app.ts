import type { AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { openDatabase } from './database/connect.ts';
import { createJobs } from './database/jobs.ts';
import { createOutbox } from './database/outbox.ts';
import { createWork } from './database/work.ts';
import { createLimits } from './http/limits.ts';
import { createMount } from './http/mount.ts';
import { createHttpServer } from './http/server.ts';
import type { Clock } from './lib/clock.ts';
import { every } from './lib/every.ts';
import { keptSecret } from './lib/kept-secret.ts';
import type { Log } from './lib/log.ts';

export type App = Awaited<ReturnType<typeof buildApp>>;

/** Builds everything, by hand, in order, and closes it in the reverse order. */
export async function buildApp(config: Config, { clock, log }: { clock: Clock; log: Log }) {
  await using undo = new AsyncDisposableStack();
  const database = undo.use(
    await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log }),
  );
  const { db, pool } = database;
  const tokenSecret = config.tokenSecret ?? (await keptSecret(config.dataDir, 'token-secret'));
  const jobs = createJobs({ pool, log });
  const outbox = createOutbox({ db, publish: () => {}, log });
  const work = createWork({ db, outbox, jobs });
  const limits = createLimits({ pool, secret: tokenSecret, enabled: config.rateLimits });
  const http = await createHttpServer({
    log,
    trustProxy: config.trustProxy,
    secure: config.publicUrl.startsWith('https:'),
  });
  const mount = createMount({
    app: http,
    authenticate: async () => undefined,
    strictAnswers: !config.production,
  });
  void [work, limits, mount, clock];

  await jobs.start();
  undo.defer(() => jobs.stop());
  const tasks = [every(1000, 'outbox', () => outbox.republish(), log)];
  undo.defer(async () => void (await Promise.all(tasks.map((task) => task.stop()))));

  await http.listen({ port: config.port, host: config.host });
  undo.defer(() => http.close());
  const { port } = http.server.address() as AddressInfo;

  const resources = undo.move();
  return {
    port,
    db,
    pool,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
