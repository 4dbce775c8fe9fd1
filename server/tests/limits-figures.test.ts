import { editMessage } from '@herenow/contract/chats';
import { DAY_MS, HOUR_MS, MESSAGE_MAX } from '@herenow/contract/constants';
import { pinUser } from '@herenow/contract/pins';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { updateLocation, updateUser } from '@herenow/contract/profile';
import { MESSAGE_COUNTED_BYTES, RATES } from '@herenow/contract/rates';
import { later, meet, pairInChat, send, stayingSignedIn, trySend } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { tryBlock } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createRates } from '../src/http/call-rates.ts';
import { newId } from '../src/lib/ids.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const app = sharedApp({ rateLimits: true });
// The server's clock and the system time stand still, except where a test moves both.
let today = Date.now();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: today }));
afterEach(() => {
  today = Date.now() + 2 * DAY_MS;
  vi.useRealTimers();
});
const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds);

/** How often a user may do something: `most` times at once, and once more after each `every` milliseconds. */
interface Figure {
  what: string;
  most: number;
  every: number;
  arrange?(ada: Person): Promise<(ada: Person, n: number) => Promise<{ status: number }>>;
  act?(ada: Person, n: number): Promise<{ status: number }>;
}

const pin = (ada: Person) => ada.api(pinUser, { body: { userId: ada.id, pinnedUserId: newId() } });
const chatOf = async (ada: Person) => await meet(app, ada, await person(app, 'bela'));

const FIGURES: readonly Figure[] = [
  { what: 'pins: 60 an hour', most: 60, every: HOUR_MS, act: pin },
  {
    what: 'messages: 120 a minute, 30 at once',
    most: 30,
    every: MINUTE / 120,
    arrange: async (ada) => {
      const chatId = await chatOf(ada);
      return (one, n) => trySend(one, chatId, `Message ${n}`);
    },
  },
  {
    what: 'edits: 60 a minute',
    most: 60,
    every: MINUTE / 60,
    arrange: async (ada) => {
      const chatId = await chatOf(ada);
      const { id } = await send(ada, chatId, 'Hello');
      return (one, n) =>
        one.api(editMessage, { body: { id, chatId, senderId: ada.id, content: `Hello ${n}` } });
    },
  },
  {
    what: 'visible or offline: 30 an hour together',
    most: 30,
    every: HOUR_MS / 30,
    act: (ada, n) =>
      n % 2
        ? ada.api(goOffline, { body: { userId: ada.id } })
        : ada.api(goOnline, { body: { userId: ada.id, onlineUntil: later(app, 1) } }),
  },
  {
    what: 'places: 120 an hour',
    most: 120,
    every: HOUR_MS / 120,
    act: (ada) =>
      ada.api(updateLocation, { params: { id: ada.id }, body: { type: 'Point', coordinates: BERLIN } }),
  },
  {
    what: 'names: three a day',
    most: 3,
    every: DAY_MS,
    act: (ada, n) => ada.api(updateUser, { body: { username: `Ada ${n}` } }),
  },
  {
    what: 'what others are told of oneself: 30 changes an hour',
    most: 30,
    every: HOUR_MS,
    act: (ada, n) => ada.api(updateUser, { body: { dateOfBirth: n % 2 ? '1990-01-01' : '1991-01-01' } }),
  },
];

test.each(FIGURES)('$what', async ({ most, every, arrange, act }) => {
  const ada = stayingSignedIn(app, await person(app, 'ada'));
  const doIt = (await arrange?.(ada)) ?? act!;
  for (let n = 0; n < most; n += 1) expect((await doIt(ada, n)).status, `the ${n + 1}th`).not.toBe(429);
  expect((await doIt(ada, most)).status, 'one more').toBe(429);
  pass(every);
  expect((await doIt(ada, most)).status, 'one more after the time').not.toBe(429);
});

test.each([
  { rate: 'message', act: (ada: Person, chatId: string) => trySend(ada, chatId, 'Hello') },
  {
    rate: 'edit',
    act: (ada: Person, chatId: string, id: string) =>
      ada.api(editMessage, { body: { id, chatId, senderId: ada.id, content: `Hello ${newId()}` } }),
  },
  {
    rate: 'block',
    act: async (ada: Person) => {
      const chidi = await person(app, 'chidi');
      return await tryBlock(ada, chidi);
    },
  },
] as const)('the $rate rate has an end for the day, which comes back bit by bit', async ({ rate, act }) => {
  const { daily } = RATES[rate];
  const ada = stayingSignedIn(app, await person(app, 'ada'));
  const chatId = await chatOf(ada);
  const { id } = await send(ada, chatId, 'Hello');
  expect((await act(ada, chatId, id)).status).toBe(200);
  const now = () => app.clock.now().getTime();
  const rows = `key LIKE '${rate}:%' AND day_expire > ${now()}`;
  await app.pool.query(
    `UPDATE rate_limits SET day_expire = ${now() + DAY_MS - (2 * DAY_MS) / daily} WHERE ${rows}`,
  );
  for (let n = 0; n < 2; n += 1) expect((await act(ada, chatId, id)).status).toBe(200);
  const refused = await act(ada, chatId, id);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe(String(Math.ceil(DAY_MS / daily / SECOND)));
  // Hours of rest do not forget the count: only its time gives it back.
  pass(2 * HOUR_MS);
  await createRates({ ...app, key: '', enabled: true }).sweep();
  const kept = await app.pool.query<{ at: number }>(
    `SELECT max(day_expire) AS at FROM rate_limits WHERE ${rows}`,
  );
  expect(kept.rows[0]!.at).toBe(now() - 2 * HOUR_MS + DAY_MS);
  expect((await act(ada, chatId, id)).status).toBe(200);
});

test('a day’s worth of the longest messages takes no more room than one of short ones', async () => {
  const ada = stayingSignedIn(app, await person(app, 'ada'));
  const chatId = await chatOf(ada);
  const longest = '😀'.repeat(MESSAGE_MAX);
  expect((await trySend(ada, chatId, longest)).status).toBe(200);
  const now = app.clock.now().getTime();
  const interval = DAY_MS / RATES.message.daily;
  const { rows } = await app.pool.query<{ key: string; at: number }>(
    `SELECT key, day_expire AS at FROM rate_limits WHERE key LIKE 'message:%' AND day_expire > ${now}`,
  );
  const count = Math.ceil(Buffer.byteLength(longest) / MESSAGE_COUNTED_BYTES);
  expect(rows.map(({ at }) => (at - now) / interval)).toEqual([count]);
  // As many are left as it counts, less one.
  const left = now + DAY_MS - (count - 1) * interval;
  await app.pool.query('UPDATE rate_limits SET day_expire = $1 WHERE key = $2', [left, rows[0]!.key]);
  expect((await trySend(ada, chatId, longest)).status).toBe(429);
  expect((await trySend(ada, chatId, 'Hello')).status).toBe(200);
});

test('pins: 200 a day', async () => {
  const ada = stayingSignedIn(app, await person(app, 'ada'));
  for (let n = 0; n < 200; n += 20) {
    if (n % 60 === 0) pass(HOUR_MS);
    const answers = await Promise.all(Array.from({ length: 20 }, () => pin(ada)));
    for (const { status } of answers) expect(status, `up to the ${n + 20}th`).not.toBe(429);
  }
  pass(HOUR_MS);
  expect((await pin(ada)).status).toBe(429);
  pass(DAY_MS);
  expect((await pin(ada)).status).not.toBe(429);
});

test('typing: one in two seconds', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  await using hers = await connectStomp({ url: app.url, token: ada.token, queues: ['errors'] });
  await using theirs = await connectStomp({ url: app.url, token: bela.token, queues: ['typing'] });
  for (let round = 1; round <= 3; round += 1) {
    for (let n = 0; n < 5; n += 1) hers.send('/app/chat.typing', { chatId });
    await hers.roundTrip();
    await theirs.nextEvent('typing');
    await theirs.roundTrip();
    expect(theirs.events).toHaveLength(round);
    pass(2 * SECOND);
  }
});

test('socket SENDs: 20 a second, bursts of 250 (the sockets’ own tests show the enforcement)', () => {
  expect(RATES.frames).toEqual({ points: 20, seconds: 1, burst: 250 });
  expect(RATES.frames).not.toHaveProperty('by');
});

/** Returns `open`, or the status and the wait with which a socket is refused. */
async function connect(ada: Person): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${app.port}/ws?token=${ada.token}`);
  socket.on('error', () => {});
  return await new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.once('unexpected-response', (request, { statusCode, headers }) => {
      request.destroy();
      resolve(`${statusCode}, Retry-After: ${String(headers['retry-after'])}`);
    });
  });
}

test('sockets: 60 at once, then one a second', async () => {
  const ada = await person(app, 'ada');
  for (let n = 1; n <= 60; n += 1) expect(await connect(ada), `the ${n}th`).toBe('open');
  expect(await connect(ada)).toBe('429, Retry-After: 1');
  pass(SECOND);
  expect(await connect(ada)).toBe('open');
  expect(await connect(ada)).toBe('429, Retry-After: 1');
});
