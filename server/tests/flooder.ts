/** A signed-in attacker who sends as much as possible to a real server process. */
import { login } from '@herenow/contract/accounts';
import { editMessage, listMessages } from '@herenow/contract/chats';
import { HOUR_MS, MESSAGE_EDITS_MAX } from '@herenow/contract/constants';
import { BODY, RATES, type RateName } from '@herenow/contract/rates';
import { listFeed } from '@herenow/contract/feed';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { blockUser, unblockUser } from '@herenow/contract/safety';
import { meet } from '@herenow/testing/encounters';
import { api, insertPerson, PASSWORD, withToken, type Person } from '@herenow/testing/people';
import { openRaw } from '@herenow/testing/raw-stomp';
import type { TestApp } from '@herenow/testing/start-app';
import type { TestDb } from '@herenow/testing/tables';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { systemClock } from '../src/lib/clock.ts';
import { newId } from '../src/lib/ids.ts';
import { createLog } from '../src/lib/log.ts';
import { startBesieged } from './siege.ts';

const MEMORY_MB = 400;
/** Concurrent requests. */
const LANES = 16;
const HIDDEN = 18_000;
const MESSAGES = 30_000;
const SUBSCRIPTIONS = 4;
/** The size of a socket message. */
const FRAME_BYTES = 64 * 1024;
const REFUSED_SEND = 'SEND\ndestination:/app/chat.seen\n\n\0';

/** Starts a server with its rate limits on, and people who have met. */
export async function startFlooded() {
  await using undo = new AsyncDisposableStack();
  const server = undo.use(await startBesieged({ environment: { RATE_LIMITS: 'on' } }));
  const log = createLog('silent');
  const database = undo.use(
    await openDatabase({ databaseUrl: server.databaseUrl, dataDir: '', log, poolSize: 2 }),
  );
  const url = server.baseURL;
  const app = { url, clock: systemClock } as TestApp;

  async function join(name: string): Promise<Person> {
    const who = { id: newId(), email: `${name}@example.org`, name };
    await insertPerson({ db: database.db as TestDb, clock: systemClock }, who, { photos: 1 });
    const { text: token } = await api(app, login, { body: { email: who.email, password: PASSWORD } });
    return withToken(app, who, token);
  }
  const people = await Promise.all(['ada', 'bela', 'chidi', 'dana'].map(join));
  const [ada, bela, chidi, dana] = people as [Person, Person, Person, Person];
  const chatId = await meet(app, ada, bela);
  const resources = undo.move();
  return {
    ...server,
    url,
    pool: database.pool,
    ada,
    bela,
    chidi,
    dana,
    chatId,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
export type Flooded = Awaited<ReturnType<typeof startFlooded>>;

/** Sends `count` requests in concurrent lanes, each without a pause; returns how often each status came. */
async function pour(
  count: number,
  ask: (turn: number) => Promise<{ status: number }>,
  lanes: number,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let turn = 0;
  async function lane(): Promise<void> {
    while (turn < count) {
      const { status } = await ask(turn++);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return statuses;
}

/**
 * Sends `count` requests, and expects that no more are granted than the rate allows, and the rest are refused with 429
 * or shed with 503. Returns how many were granted.
 */
async function expectBounded(
  name: RateName,
  count: number,
  ask: (turn: number) => Promise<{ status: number }>,
  lanes = LANES,
): Promise<number> {
  const began = Date.now();
  const { 200: granted = 0, 429: refused = 0, 503: shed = 0 } = await pour(count, ask, lanes);
  const { points, seconds, burst } = RATES[name];
  const refilled = ((Date.now() - began) / 1000) * (points / seconds);
  expect(granted).toBeLessThanOrEqual(burst + refilled + 1);
  expect(granted + refused + shed).toBe(count);
  return granted;
}

/**
 * Fetches a chat of very many messages, whose responses hold the latest ones. Returns how many requests were granted.
 */
export async function floodMessages(
  { pool, ada, chatId }: Flooded,
  count: number,
  lanes = LANES,
): Promise<number> {
  await pool.query(
    `INSERT INTO messages (id, chat_id, sender_id, content, sent_at, seen)
     SELECT gen_random_uuid(), $1, $2, repeat('x', 300), now() - make_interval(secs => n), true
     FROM generate_series(1, $3::int) AS n`,
    [chatId, ada.id, MESSAGES],
  );
  const list = async () => {
    const answer = await ada.api(listMessages, { params: { chatId } });
    if (answer.status === 200) {
      expect(answer.json).toHaveLength(1000);
      expect(answer.headers.get('link')).toContain('rel="prev"');
    }
    return answer;
  };
  return await expectBounded('history', count, list, lanes);
}

async function floodEdits({ pool, ada, chatId }: Flooded, count: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO messages (id, chat_id, sender_id, content, sent_at)
     SELECT gen_random_uuid(), $1, $2, 'Hello', now() - make_interval(hours => n)
     FROM generate_series(1, $3::int) AS n RETURNING id`,
    [chatId, ada.id, Math.ceil(count / MESSAGE_EDITS_MAX)],
  );
  const edit = (turn: number) => {
    const { id } = rows[turn % rows.length]!;
    return ada.api(editMessage, { body: { id, chatId, senderId: ada.id, content: `Hello ${turn}` } });
  };
  await expectBounded('edit', count, edit);
}

async function floodBlocks({ chidi, dana }: Flooded, count: number): Promise<void> {
  const body = { userId: chidi.id, userToBlockId: dana.id };
  await expectBounded('block', count, (turn) => chidi.api(turn % 2 ? unblockUser : blockUser, { body }));
}

async function floodVisibility({ chidi: { id, api: call } }: Flooded, count: number): Promise<void> {
  const onlineUntil = new Date(Date.now() + HOUR_MS).toISOString();
  await expectBounded('visibility', count, (turn) =>
    turn % 2
      ? call(goOffline, { body: { userId: id } })
      : call(goOnline, { body: { userId: id, onlineUntil } }),
  );
}

/** Fetches feeds with as many people to hide as fit into a request. */
export async function floodFeeds({ ada }: Flooded, count: number): Promise<void> {
  const rejectedUsers = Array.from({ length: HIDDEN }, () => randomUUID());
  const body = { userId: ada.id, rejectedUsers };
  expect(JSON.stringify(body).length).toBeGreaterThan(BODY.lists * 0.6);
  const granted = await expectBounded('feed', count, () => ada.api(listFeed, { body }));
  // Each request costs according to its length.
  expect(granted).toBeLessThan(count / 2);
}

/** Sends the largest messages, full of SENDs that are refused, with as many subscriptions to the errors as allowed. */
async function floodSocket({ url, ada }: Flooded, messages: number): Promise<void> {
  await using tab = await openRaw({ url: `${url.replace('http', 'ws')}/ws`, token: ada.token });
  await tab.connect();
  for (let id = 0; id < SUBSCRIPTIONS; id += 1)
    tab.frame('SUBSCRIBE', { id: `${id}`, destination: '/user/queue/errors' });
  const began = Date.now();
  const text = REFUSED_SEND.repeat(Math.floor(FRAME_BYTES / REFUSED_SEND.length));
  for (let count = 0; count < messages; count += 1) tab.write(text);
  const { points, seconds, burst } = RATES.frames;
  await expect.poll(() => tab.pending.length).toBeGreaterThan(burst / 2);
  const refilled = ((Date.now() - began) / 1000) * (points / seconds);
  expect(tab.pending.length).toBeLessThanOrEqual(burst + refilled + 1);
  // Cut in the middle of the flood: the server drops what it has received but not processed.
  tab.webSocket.terminate();
}

/** Runs all floods that do not depend on each other at once, with the given number of requests each. */
export const floodAtOnce = (
  server: Flooded,
  times: Record<'edits' | 'blocks' | 'visibility' | 'connects' | 'socket', number>,
) =>
  Promise.all([
    floodEdits(server, times.edits),
    floodBlocks(server, times.blocks),
    floodVisibility(server, times.visibility),
    floodConnects(server, times.connects),
    floodSocket(server, times.socket),
  ]);

/** Opens sockets that close as soon as they are connected. */
async function floodConnects({ url, bela }: Flooded, count: number): Promise<void> {
  await expectBounded('sockets', count, async () => {
    try {
      await using tab = await openRaw({ url: `${url.replace('http', 'ws')}/ws`, token: bela.token });
      await tab.connect();
      return { status: 200 };
    } catch (error) {
      return { status: Number(/\d{3}$/.exec((error as Error).message)?.[0]) };
    }
  });
}

/** Expects the same process to be ready and not too large, without an error in its log. */
export async function expectWell(server: Flooded, pid: number): Promise<void> {
  expect((await server.load()).pid).toBe(pid);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(server.output()).not.toMatch(/"level":[56]0/);
  expect(await server.peak()).toBeLessThan(MEMORY_MB);
}
