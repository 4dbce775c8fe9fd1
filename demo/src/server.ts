import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 90_000;
/** What leads to real data, mail or keys does not reach the demo. */
const FOREIGN = ['DATABASE_URL', 'NATS_URL', 'MAIL_URL', 'PHOTOS_URL', 'TOKEN_SECRET', 'TRUST_PROXY'];

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Starts the server as it is, over data of its own, for this machine only. */
export async function startServer(options: { publicUrl: string; folder: string }) {
  const port = await freePort();
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of FOREIGN) delete env[name];
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: options.publicUrl,
      DATA_DIR: path.join(options.folder, 'server'),
      RATE_LIMITS: 'off',
      LOG_LEVEL: env.LOG_LEVEL ?? 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Mails are printed too; in the terminal they would bury everything else.
  const log = createWriteStream(path.join(options.folder, 'server.log'));
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    await response?.body?.cancel();
    return response?.status === 200;
  };
  for (const deadline = Date.now() + START_LIMIT_MS; !(await isReady()); await delay(100)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGTERM');
      throw new Error(`The server does not start; ${path.join(options.folder, 'server.log')} says why.`);
    }
  }
  return {
    url,
    port,
    ended,
    async stop(): Promise<void> {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      log.end();
    },
  };
}
