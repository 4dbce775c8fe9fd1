import { listFeed } from '@herenow/contract/feed';
import { listBlockedUsers } from '@herenow/contract/safety';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { pairInChat, trySend } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';

interface Line {
  level: number;
  msg: string;
  requestId?: string;
}
const ERROR = 50;
const errorsOf = (app: TestApp): Line[] =>
  app.logLines.map((line) => JSON.parse(line) as Line).filter(({ level }) => level >= ERROR);

/** Returns `open`, or the status and code with which a socket from a page of this origin is refused. */
async function connectFrom(app: TestApp, ada: Person, origin: string, host: string): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${app.port}/ws?token=${ada.token}`, {
    headers: { origin, host },
  });
  return await new Promise((resolve) => {
    socket.once('open', () => {
      socket.terminate();
      resolve('open');
    });
    socket.once('unexpected-response', (request, { statusCode, headers }) => {
      resolve(`${statusCode} ${String(headers['refusal-code'])}`);
      request.destroy();
    });
    socket.on('error', () => {});
  });
}

test('sockets open for pages of this server, under any name, and for those of PUBLIC_URL', async () => {
  await using app = await startApp({ publicUrl: 'https://herenow.example' });
  const ada = await person(app, 'ada');
  for (const name of ['localhost:3000', 'localhost:5173', '192.168.0.7:3000', `127.0.0.1:${app.port}`])
    expect(await connectFrom(app, ada, `http://${name}`, name), name).toBe('open');
  expect(await connectFrom(app, ada, 'https://herenow.example', 'node-1.internal:3000')).toBe('open');
  expect(await connectFrom(app, ada, 'https://evil.example', 'herenow.example')).toBe('403 foreign-page');
});

test('an error has the id of its request, in the log and in the answer', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  await app.pool.query('ALTER TABLE occupied_cells RENAME COLUMN pos TO gone');
  const answer = await ada.api(listFeed, { body: { userId: ada.id } });
  expect([answer.status, answer.text]).toEqual([500, 'Something went wrong on our side. Please try again.']);
  const errors = errorsOf(app);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({ msg: 'request failed', path: '/api/feed', err: { errorCode: '42703' } });
  expect(errors[0]!.requestId).toBe(answer.headers.get('x-request-id'));
});

test('no event contains anything that the contract does not name', async () => {
  await using app = await startApp();
  const [ada, bela, chatId] = await pairInChat(app);
  await using socket = await connectStomp({ url: app.url, token: bela.token });
  const gone = { chatId };
  const stale = async (body: object) =>
    await app.pool.query(
      `INSERT INTO outbox (user_ids, queue, body, created_at)
       VALUES ($1, 'chats-gone', $2, now() - interval '1 minute')`,
      [[bela.id], JSON.stringify(body)],
    );
  await stale({ ...gone, email: ada.email });
  await stale({});
  await stale(gone);
  expect(await socket.nextEvent('chats-gone')).toEqual(gone);
  expect(socket.events).toHaveLength(1);
  expect(errorsOf(app).map(({ msg }) => msg)).toEqual([
    'event carries other than what the contract names',
    'event carries other than what the contract names',
  ]);
  expect((await trySend(ada, chatId, 'Hello')).status).toBe(200);
  expect((await socket.nextEvent('messages')).content).toBe('Hello');
});

test('a stopping server answers pending requests, and tells sockets to connect elsewhere', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  await using socket = await connectStomp({ url: app.url, token: ada.token });
  const database = await app.pool.connect();
  await database.query('BEGIN; LOCK TABLE blocks IN ACCESS EXCLUSIVE MODE');
  const answer = ada.api(listBlockedUsers, { params: { id: ada.id } });
  const waiting = async () =>
    (
      await app.pool.query(`SELECT FROM pg_locks WHERE NOT granted AND database = (
      SELECT oid FROM pg_database WHERE datname = current_database())`)
    ).rowCount;
  await expect.poll(waiting).toBe(1);

  const stopped = app[Symbol.asyncDispose]();
  expect(await socket.closed).toEqual({ code: 1012, reason: 'service restart' });
  const reachable = () =>
    fetch(`${app.url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await expect.poll(reachable).toBe(false);
  await database.query('ROLLBACK');
  database.release();
  expect((await answer).status).toBe(200);
  await stopped;
});
