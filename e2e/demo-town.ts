import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@herenow/testing/server-process';

const root = path.resolve(import.meta.dirname, '..');
const START_LIMIT_MS = 120_000;

export type RunningTown = Awaited<ReturnType<typeof startTown>>;

/** Runs the demo, which exits by itself if it cannot start, else when it is stopped. */
function runDemo(environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['demo/src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let faults = '';
  child.stderr.on('data', (chunk: Buffer) => (faults += chunk.toString()));
  return { child, ended: once(child, 'close'), faults: () => faults };
}

/** Starts a fast town on new data, or on the data of an earlier town. */
export async function startTown(people: number, earlier?: { folder: string }) {
  const folder = earlier?.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'herenow-demo-')));
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;
  // Variables of a shell that also runs a real server; the demo must ignore them.
  const foreign = { TOKEN_SECRET_PREVIOUS: 'x'.repeat(32), METRICS_TOKEN: 'short' };
  const wanted = { DATA_DIR: folder, PORT: String(port), DEMO_PEOPLE: String(people), DEMO_SPEED: '5' };
  const environment = { ...foreign, ...wanted };
  const { child, ended, faults } = runDemo(environment);
  const visible = async () => {
    const response = await fetch(`${baseURL}/demo/town`).catch(() => undefined);
    return response?.ok ? ((await response.json()) as { visible: number }).visible : 0;
  };
  for (const deadline = Date.now() + START_LIMIT_MS; (await visible()) < people * 0.4; await delay(200))
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`There is no town:\n${faults()}`);
  const databaseRuns = async () =>
    await access(path.join(folder, 'server', 'postgres', 'data', 'postmaster.pid')).then(
      () => true,
      () => false,
    );
  return {
    baseURL,
    folder,
    /** Returns what the town wrote to stderr. */
    faults,
    /** Returns whether its server's database is running. */
    databaseRuns,
    /** Starts another town with these changes to the environment; returns what it writes to stderr before it exits. */
    async startSecond(differences: NodeJS.ProcessEnv): Promise<string> {
      const second = runDemo({ ...environment, ...differences });
      await second.ended;
      return second.faults();
    },
    async kill9(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
