import { updateUser } from '@herenow/contract/profile';
import { getExport, requestExport } from '@herenow/contract/rights';
import { ok } from '@herenow/testing/encounters';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { expectWell, floodAtOnce, floodFeeds, floodMessages, startFlooded, type Flooded } from './flooder.ts';
import { plain, RED, upload } from './photos-pictures.ts';

const SLOW = 300;
const HUGE = 2800;
/** Messages of two people who write to each other for half a day without a pause. */
const WRITTEN = 60_000;

/** Sends bodies byte by byte; settles once the server has closed all of their connections. */
async function floodSlowly({ port, dana }: Flooded): Promise<void> {
  const head = [
    `POST ${updateUser.path} HTTP/1.1`,
    'Host: h',
    `Authorization: ${dana.headers.authorization}`,
    'Content-Type: application/json',
    'Content-Length: 400000',
    '',
    '{"bio":"',
  ].join('\r\n');
  const sockets = Array.from({ length: SLOW }, () => connect(port, '127.0.0.1').on('error', () => {}));
  const trickle = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('.');
  }, 500);
  const gone = sockets.map((socket) => {
    socket.resume().write(head);
    return new Promise<void>((resolve) => socket.once('close', () => resolve()));
  });
  await Promise.all(gone);
  clearInterval(trickle);
}

/**
 * Makes three people upload small files with as many pixels as an AVIF may have, while a fourth uploads ordinary
 * photos.
 */
async function floodPictures(server: Flooded, count: number): Promise<void> {
  const huge = await plain(RED, HUGE, HUGE).avif({ effort: 0, quality: 1 }).toBuffer();
  expect(huge.length).toBeLessThan(20_000);
  const small = await plain(RED, 1080, 1440).jpeg().toBuffer();
  let flooding = true;
  const floods = [server.ada, server.bela, server.chidi].map(async (who) => {
    for (let turn = 0; turn < count; turn += 1)
      expect([200, 400, 429]).toContain((await upload(server, who, [huge])).status);
  });
  const flood = Promise.all(floods).finally(() => (flooding = false));
  let uploads = 0;
  while (flooding && uploads < 30) {
    expect((await upload(server, server.dana, [small])).status).toBe(200);
    uploads += 1;
  }
  expect(uploads).toBeGreaterThan(count);
  await flood;
}

test('a flood of everything at once is bounded, and the server stays healthy', async () => {
  await using server = await startFlooded();
  const { pid } = await server.load();
  await Promise.all([
    floodMessages(server, 60),
    floodAtOnce(server, { edits: 500, blocks: 300, visibility: 300, connects: 400, socket: 50 }),
    floodFeeds(server, 300),
    floodSlowly(server),
  ]);
  await expectWell(server, pid);
}, 600_000);

test('message lists requested by one user wait in a bounded queue', async () => {
  await using server = await startFlooded();
  const { pid } = await server.load();
  expect(await floodMessages(server, 130, 130)).toBeLessThan(80);
  await expectWell(server, pid);
}, 600_000);

test('copies of huge chats are made one at a time, and are bounded', async () => {
  await using server = await startFlooded();
  const { pool, ada, bela, chatId } = server;
  const { pid } = await server.load();
  await pool.query(
    `INSERT INTO messages (id, chat_id, sender_id, content, sent_at, seen)
     SELECT gen_random_uuid(), $1, $2, repeat('€', 2000), now() - make_interval(secs => n), true
     FROM generate_series(1, $3::int) AS n`,
    [chatId, ada.id, WRITTEN],
  );
  for (const { api } of [ada, bela]) ok(await api(requestExport));
  for (const { api } of [ada, bela])
    await expect.poll(async () => (await api(getExport)).json?.state, { timeout: 60_000 }).toBe('ready');
  await expectWell(server, pid);
}, 600_000);

test('a flood of costly pictures leaves room for others', async () => {
  await using server = await startFlooded();
  const { pid } = await server.load();
  await floodPictures(server, 3);
  await expectWell(server, pid);
}, 600_000);
