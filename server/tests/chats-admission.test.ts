import { DAY_MS } from '@herenow/contract/constants';
import { logout } from '@herenow/contract/accounts';
import { sendMessage } from '@herenow/contract/chats';
import { RATES } from '@herenow/contract/rates';
import { randomUUID } from 'node:crypto';
import { tracingChannel } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { meet, messagesOf, pairInChat, signInAgain, trySend } from '@herenow/testing/encounters';
import { api, person, type ApiAnswer, type Person } from '@herenow/testing/people';
import { suspend, tryBlock } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';

const SIGN_IN_AGAIN = [401, 'Please log in again.'] as const;
const { burst } = RATES.message;

const app = sharedApp({
  rateLimits: true,
  tokenSecret: 'a-secret-that-both-nodes-of-this-test-share',
});

/** Returns the same user on a device that has signed out; its token has not expired. */
async function signedOut(someone: Person): Promise<Person> {
  const [other] = await signInAgain(app, someone);
  expect((await other.api(logout)).status).toBe(200);
  return other;
}

const statusAndText = ({ status, text }: ApiAnswer) => [status, text];
const statuses = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status);
const tries = (from: Person, chatId: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => trySend(from, chatId, `message ${n}`)));
const storedIn = async (chatId: string) =>
  (await app.db.selectFrom('messages').select('content').where('chat_id', '=', chatId).execute()).map(
    ({ content }) => content,
  );

function raw(from: Person, body: string, type = 'application/json') {
  return fetch(new URL(sendMessage.path, app.url), {
    method: 'POST',
    headers: { ...from.headers, 'content-type': type },
    body,
  });
}

/** The fault of a send, and the status that a signed-in user gets. */
const BAD: [string, (from: Person, chatId: string) => Promise<{ status: number }>, number][] = [
  ['is no JSON', (from) => raw(from, '{'), 400],
  ['is too large', (from) => raw(from, JSON.stringify({ content: 'x'.repeat(100_000) })), 413],
  ['is of another type', (from) => raw(from, '<send/>', 'text/xml'), 415],
  ['names no chat', (from) => raw(from, JSON.stringify({ id: randomUUID(), content: 'Hello' })), 400],
  [
    'is in the name of somebody else',
    (from, chatId) =>
      from.api(sendMessage, {
        body: { id: randomUUID(), senderId: randomUUID(), chatId, content: 'Hello' },
      }),
    403,
  ],
  ['is to no chat', (from) => trySend(from, randomUUID(), 'Hello'), 400],
];

test.each(BAD)('a session that has ended hears nothing of a send that %s', async (_, bad, status) => {
  const [ada, , chatId] = await pairInChat(app);
  expect((await bad(ada, chatId)).status).toBe(status);
  expect((await bad(await signedOut(ada), chatId)).status).toBe(401);
});

test.each(BAD)('a send that %s counts like any other @slow', async (_, bad, status) => {
  const [ada, , chatId] = await pairInChat(app);
  const answers = [];
  for (let n = 0; n <= burst; n += 1) answers.push((await bad(ada, chatId)).status);
  expect(answers.slice(0, burst)).toEqual(Array(burst).fill(status));
  // While the burst was sent, a part of the allowance may have refilled.
  while (answers.at(-1) !== 429) answers.push((await bad(ada, chatId)).status);
  expect(answers.length).toBeLessThan(2 * burst);
});

test('an ended session uses up none of the limit, however much it sends beside a live one @slow', async () => {
  const [ada, , chatId] = await pairInChat(app);
  const ended = await signedOut(ada);
  const before = tries(ended, chatId, 4 * burst);
  const sent = [];
  for (let n = 0; n < burst; n += 1) sent.push(await trySend(ada, chatId, `mine ${n}`));
  const after = tries(ended, chatId, burst);
  expect(statuses(sent)).toEqual(Array(burst).fill(200));
  for (const answer of [...(await before), ...(await after)])
    expect(statusAndText(answer)).toEqual(SIGN_IN_AGAIN);
  expect(await storedIn(chatId)).toEqual(expect.arrayContaining(['mine 0']));
  expect(await storedIn(chatId)).toHaveLength(burst);
});

test('a user who sends through two nodes can send no more than through one @slow', async () => {
  const [ada, , chatId] = await pairInChat(app);
  await using two = await startApp(app.config);
  const there: Person = { ...ada, api: (call, input) => api(two, call, { ...input, token: ada.token }) };
  const began = performance.now();
  const answers = await Promise.all([tries(ada, chatId, 2 * burst), tries(there, chatId, 2 * burst)]);
  const most = burst + 1 + Math.ceil((performance.now() - began) / 500);
  const taken = answers.map((of) => of.filter(({ status }) => status === 200).length);
  expect(taken[0]! + taken[1]!).toBeGreaterThanOrEqual(burst);
  expect(taken[0]! + taken[1]!).toBeLessThanOrEqual(most);
});

test('a flood from one device to several chats at once is subject to one limit @slow', async () => {
  const [ada, , first] = await pairInChat(app);
  const second = await meet(app, ada, await person(app, 'chidi'));
  const began = performance.now();
  const answers = await Promise.all([first, second].flatMap((chatId) => [tries(ada, chatId, 2 * burst)]));
  const most = burst + 1 + Math.ceil((performance.now() - began) / 500);
  const taken = answers.flat().filter(({ status }) => status === 200).length;
  expect(taken).toBeGreaterThanOrEqual(burst);
  expect(taken).toBeLessThanOrEqual(most);
  expect([...(await storedIn(first)), ...(await storedIn(second))]).toHaveLength(taken);
  for (const { status, headers } of answers.flat().filter(({ status }) => status !== 200)) {
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

test.each<[string, (ada: Person) => Promise<unknown>]>([
  ['signs out', (ada) => ada.api(logout)],
  ['is suspended', (ada) => suspend(app, ada)],
  [
    'has been away for a month',
    (ada) =>
      app.db
        .updateTable('sessions')
        .set({ last_used_at: new Date(app.clock.now().getTime() - 31 * DAY_MS) })
        .where('user_id', '=', ada.id)
        .execute(),
  ],
])('a send that waits while its sender %s is not stored', async (_, end) => {
  const [ada, bela, chatId] = await pairInChat(app);
  await using held = await holdChat(chatId);
  const first = trySend(bela, chatId, 'first');
  await held.waitsFor();
  const begun = sendBegun();
  const second = trySend(ada, chatId, 'second');
  await begun;
  await end(ada);
  await held.release();
  expect((await first).status).toBe(200);
  expect(statusAndText(await second)).toEqual(SIGN_IN_AGAIN);
  expect(await storedIn(chatId)).toEqual(['first']);
});

test('a send that waits while its recipient blocks is not stored', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  await using held = await holdChat(chatId);
  const block = tryBlock(bela, ada);
  await held.waitsFor();
  const send = trySend(ada, chatId, 'too late');
  await held.waitsFor(2);
  await held.release();
  expect((await block).status).toBe(200);
  expect(statusAndText(await send)).toEqual([400, 'Chat not found']);
  expect(await storedIn(chatId)).toEqual([]);
});

test('the same id in two chats at once is stored in only one of them @slow', async () => {
  const [ada, , first] = await pairInChat(app);
  const [chidi, , second] = await pairInChat(app);
  const ended = await signedOut(chidi);
  for (let round = 0; round < 10; round += 1) {
    const id = randomUUID();
    const others = Array.from({ length: 8 }, () => trySend(ada, first, 'other'));
    const [mine, theirs] = await Promise.all([
      trySend(ada, first, 'mine', id),
      trySend(ended, second, 'theirs', id),
      ...others,
    ]);
    expect(statusAndText(theirs)).toEqual(SIGN_IN_AGAIN);
    expect([200, 429]).toContain(mine.status);
  }
  expect(await messagesOf(chidi, second)).toEqual([]);
});

/** Settles when the handler of the next send begins, after its token has been verified. */
async function sendBegun(): Promise<void> {
  const begun = Promise.withResolvers<void>();
  const hear = (message: unknown) => {
    if ((message as { route: { url: string } }).route.url === sendMessage.path) begun.resolve();
  };
  const { start } = tracingChannel('fastify.request.handler');
  start.subscribe(hear);
  await begun.promise;
  start.unsubscribe(hear);
}

/** Blocks every change of a chat with a row lock until it is released. */
async function holdChat(chatId: string) {
  const client = await app.pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pg_backend_pid() AS pid FROM chats WHERE id = $1 FOR UPDATE',
    [chatId],
  );
  let open = true;
  async function release(): Promise<void> {
    if (!open) return;
    open = false;
    await client.query('COMMIT');
    client.release();
  }
  return {
    /** Settles when at least `count` other transactions wait for a lock. */
    waitsFor: (count = 1) =>
      expect
        .poll(async () => {
          const waiting = await app.pool.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> $1`,
            [rows[0]!.pid],
          );
          return waiting.rows.length;
        })
        .toBeGreaterThanOrEqual(count),
    release,
    [Symbol.asyncDispose]: release,
  };
}
