/** Measures how soon after its command the server is ready, above all the second time, and an idle node's memory. */
import { endProcess, freePort } from '@herenow/testing/server-process';
import { spawn } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inRoot } from '../scripts/processes.ts';
import { printBars, printTable } from './lib/table.ts';
import { residentKb } from './live/peer.ts';

const IDLE_SECONDS = 10;
const PATIENCE_SECONDS = 60;

interface Start {
  seconds: number;
  /** Resident memory in megabytes, after some idle seconds. */
  memory: number;
}

async function untilReady(url: string): Promise<void> {
  const end = performance.now() + PATIENCE_SECONDS * 1000;
  while (performance.now() < end) {
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await delay(10);
  }
  throw new Error(`The server was not ready within ${PATIENCE_SECONDS} s.`);
}

async function startOnce(dataDir: string): Promise<Start> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  const began = performance.now();
  // What `npm start` runs once everything is installed; it becomes the server and keeps its process id.
  const child = spawn(process.execPath, [inRoot('scripts', 'start.ts')], { env, stdio: 'ignore' });
  try {
    await untilReady(`http://127.0.0.1:${port}/readyz`);
    const seconds = (performance.now() - began) / 1000;
    await delay(IDLE_SECONDS * 1000);
    return { seconds, memory: residentKb(child.pid!) / 1024 };
  } finally {
    await endProcess(child, 'SIGTERM');
  }
}

await using folder = await mkdtempDisposable(path.join(tmpdir(), 'herenow-bench-start-'));
const first = await startOnce(folder.path);
const second = await startOnce(folder.path);
printTable(
  'From the command to ready, with the embedded database',
  ['', 'seconds', 'MB when idle'],
  [
    ['first start, the database is made', first.seconds, first.memory],
    ['second start', second.seconds, second.memory],
  ],
);
printBars([
  { what: 'second start', value: second.seconds, atMost: 3, unit: 's' },
  { what: 'memory of an idle node', value: second.memory, atMost: 150, unit: 'MB' },
]);
