/** A hundred thousand attackers' connections, against a real server process. */
import { createUser, login } from '@herenow/contract/accounts';
import { openInspector } from '@herenow/testing/inspector';
import { api, BERLIN, PASSWORD } from '@herenow/testing/people';
import { freePort, startServer } from '@herenow/testing/server-process';
import { createTestDatabase } from '@herenow/testing/test-database';
import { expect } from 'vitest';
import { goThrough, openHostile, STATES, type Hostile } from './hostile-connections.ts';

const AT_ONCE = 100;
/** One in this many connections is not reset but kept: half open, silent, or sending a byte now and then. */
const KEPT_EACH = 20;
const MOST_KEPT = 1500;
const TRICKLE_MS = 500;
const MB = 1024 * 1024;
/** How much more memory a server may hold than before: 100,000 connections leaking 50 bytes each would exceed it. */
const SPARE_MB = 4;
const SPARE_RESIDENT_MB = 40;
const SPARE_TIMERS = 50;
/** The pool may have opened more database connections meanwhile. */
const SPARE_SOCKETS = 20;

export interface Load {
  pid: number;
  /** Megabytes, after garbage collection. */
  heap: number;
  external: number;
  resident: number;
  files: number;
  sockets: number;
  timers: number;
}

const FILES = `process.getBuiltinModule('node:fs').readdirSync('/proc/self/fd').length`;
const PEAK_KB = 'process.resourceUsage().maxRSS';
const LOAD = `(() => {
  const resources = process.getActiveResourcesInfo();
  const count = (name) => resources.filter((one) => one === name).length;
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    pid: process.pid, heap: heapUsed, external, resident: rss,
    files: ${FILES},
    sockets: count('TCPSocketWrap'), timers: count('Timeout'),
  };
})()`;

/** Starts a server in its own process, whose resources can be inspected. `environment` adds to its configuration. */
export async function startBesieged({ openFiles = 20_000, environment = {} as NodeJS.ProcessEnv } = {}) {
  await using undo = new AsyncDisposableStack();
  const inspectorPort = await freePort();
  const { url: DATABASE_URL } = undo.use(await createTestDatabase());
  const NODE_OPTIONS = `--inspect=127.0.0.1:${inspectorPort}`;
  const server = undo.use(await startServer({ DATABASE_URL, NODE_OPTIONS, ...environment }, { openFiles }));
  const inspector = undo.use(await openInspector(inspectorPort));
  const resources = undo.move();
  return {
    ...server,
    databaseUrl: DATABASE_URL,
    port: Number(new URL(server.baseURL).port),
    /** Returns the most megabytes it has held since it started. */
    async peak(): Promise<number> {
      return (await inspector.evaluate<number>(PEAK_KB)) / 1024;
    },
    countFiles: () => inspector.evaluate<number>(FILES),
    async load(): Promise<Load> {
      // Repeated, since a collection may free objects for the next one.
      for (let i = 0; i < 3; i += 1) await inspector.collectGarbage();
      const { heap, external, resident, ...rest } = await inspector.evaluate<Load>(LOAD);
      return { ...rest, heap: heap / MB, external: external / MB, resident: resident / MB };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type Besieged = Awaited<ReturnType<typeof startBesieged>>;

/** Returns the tokens of new users, obtained as any client does: each user may open at most twenty sockets. */
export function signUpMany(baseURL: string, people: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: people }, async (_, index) => {
      const body = { email: `person${index}@example.org`, password: PASSWORD };
      const location = { type: 'Point' as const, coordinates: BERLIN };
      await api({ url: baseURL }, createUser, { body: { ...body, location } });
      return (await api({ url: baseURL }, login, { body })).text;
    }),
  );
}

/** Keeps a connection open in one of the ways by which attackers exhaust a server's resources. */
function keep({ socket }: Hostile, way: number): void {
  if (way % 3 === 0) socket.end();
  if (way % 3 !== 1) return;
  const trickle = setInterval(() => socket.writable && socket.write('x'), TRICKLE_MS);
  socket.once('close', () => clearInterval(trickle));
}

/**
 * Opens `count` hostile connections, in each state in turn. Resets the kept ones at the end; with `let go` it first
 * waits until the server has closed all it can, which is all but the signed-in connections that have sent CONNECT.
 */
export async function besiege(
  port: number,
  tokens: readonly string[],
  count: number,
  end: 'reset' | 'let go',
): Promise<void> {
  const kept: Hostile[] = [];
  let next = 0;
  async function attack() {
    while (next < count) {
      const turn = next++;
      const steps = STATES[turn % STATES.length]![1];
      const hostile = await openHostile(port);
      await goThrough(hostile, steps, tokens[turn % tokens.length]!);
      if (Math.floor(turn / STATES.length) % KEPT_EACH !== 0) hostile.socket.resetAndDestroy();
      else {
        keep(hostile, turn);
        kept.push(hostile);
        if (kept.length > MOST_KEPT) kept.shift()!.socket.resetAndDestroy();
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, attack));
  const unwelcome = kept.filter(({ heard }) => !heard().includes('CONNECTED'));
  if (end === 'let go') await Promise.all(unwelcome.map(({ gone }) => gone));
  for (const { socket } of kept) socket.resetAndDestroy();
}

/** Expects the same process, with hardly more sockets, files, timers and memory than before, and nothing in its log. */
export async function expectAsBefore(server: Besieged, before: Load): Promise<void> {
  await expect
    .poll(async () => {
      const { sockets, files } = await server.load();
      return sockets <= before.sockets + SPARE_SOCKETS && files <= before.files + SPARE_SOCKETS;
    })
    .toBe(true);
  const after = await server.load();
  expect(after.pid).toBe(before.pid);
  expect(after.timers).toBeLessThanOrEqual(before.timers + SPARE_TIMERS);
  expect(after.heap - before.heap).toBeLessThan(SPARE_MB);
  expect(after.external - before.external).toBeLessThan(SPARE_MB);
  expect(after.resident - before.resident).toBeLessThan(SPARE_RESIDENT_MB);
  expect(server.output()).not.toMatch(/"level":[456]0/);
  expect((await fetch(`${server.baseURL}/readyz`)).status).toBe(200);
}
