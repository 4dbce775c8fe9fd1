import { freePort, untilReady } from '@herenow/testing/server-process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '../..');
const WITH_PARENT = pathToFileURL(path.join(import.meta.dirname, 'with-parent.ts')).href;
const START_LIMIT_MS = 90_000;
/** Variables of a real server, for its data, mail or keys. The demo must not get them. */
const FOREIGN =
  'DATABASE_URL NATS_URL MAIL_URL PHOTOS_URL TOKEN_SECRET TOKEN_SECRET_PREVIOUS METRICS_TOKEN TRUST_PROXY ALLOWED_ORIGINS';

/** Returns whether a server can listen there. */
export async function isFree(port: number, host: string): Promise<boolean> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

/** Starts the unchanged server on its own data, for this machine only; it ends when this process does. */
export async function startServer(options: { publicUrl: string; folder: string }) {
  const port = await freePort();
  // The server also prints mails; in the terminal they would bury everything else.
  const logFile = path.join(options.folder, 'server.log');
  const log = await open(logFile, 'a');
  const { size: logStart } = await log.stat();
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of FOREIGN.split(' ')) delete env[name];
  const child = spawn(process.execPath, ['--import', WITH_PARENT, 'server/src/main.ts'], {
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
    stdio: ['pipe', log.fd, log.fd],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (!isOver()) child.kill('SIGTERM');
    await ended;
  };
  try {
    await untilReady(url, () => '', { limitMs: START_LIMIT_MS, ended: isOver });
  } catch {
    await stop();
    const reason = await lastLine(logFile, logStart);
    throw new Error(
      `The server does not start${reason ? `: ${reason}\nMore` : '; the reason'} is in ${logFile}.`,
    );
  } finally {
    await log.close();
  }
  return { url, port, ended, stop };
}

/** Returns the last line of a file, after an offset. */
async function lastLine(file: string, from: number): Promise<string | undefined> {
  const content = await readFile(file);
  return content.subarray(from).toString().trim().split('\n').at(-1);
}
