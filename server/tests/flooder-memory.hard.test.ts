import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import sharp from 'sharp';
import { openRaw, type RawStomp } from '@herenow/testing/raw-stomp';
import type { Person } from '@herenow/testing/people';
import { startFlooded, type Flooded } from './flooder.ts';
import { upgrade } from './hostile-connections.ts';
import { download, upload } from './photos-pictures.ts';

/** As many as one person may open. */
const SOCKETS = 20;
/** The most megabytes that the server may hold for a socket, whatever came over it. */
const MOST_MB = 0.5;
/** The most megabytes that it may hold of answers that are not read. */
const MOST_UNREAD_MB = 140;
const MESSAGE_BYTES = 65_000;

let server: Flooded;
beforeAll(async () => void (server = await startFlooded()));
afterAll(() => server[Symbol.asyncDispose]());

async function held(): Promise<number> {
  const { heap, external } = await server.load();
  return heap + external;
}

/** Settles when the server has read everything that arrived before, as far as it reads it at all. */
async function served(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await fetch(`${server.url}/readyz`);
}

/** Runs an act on some of a person's sockets, and expects that the server holds little memory for it. */
async function expectLittleHeld(who: Person, sockets: number, act: (tab: RawStomp) => void): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const url = `${server.url.replace('http', 'ws')}/ws`;
  const tabs = await Promise.all(
    Array.from({ length: sockets }, async () => undo.use(await openRaw({ url, token: who.token }))),
  );
  for (const tab of tabs) await tab.connect();
  const before = await held();
  tabs.forEach(act);
  await served();
  expect(((await held()) - before) / sockets).toBeLessThan(MOST_MB);
  expect(tabs.every(({ webSocket }) => webSocket.readyState === webSocket.OPEN)).toBe(true);
}

const fillTo = (bytes: number, text: string) => text.repeat(Math.floor(bytes / text.length));

test('very many small queued frames', () =>
  expectLittleHeld(server.ada, SOCKETS, (tab) => {
    const pair = 'BEGIN\ntransaction:a\n\n\0ABORT\ntransaction:a\n\n\0';
    for (let count = 0; count < 10; count += 1) tab.write(fillTo(MESSAGE_BYTES, pair));
  }));

test('large queued frames', () =>
  expectLittleHeld(server.bela, SOCKETS, (tab) => {
    const large = `SEND\ndestination:/app/chat.seen\n\n${' '.repeat(MESSAGE_BYTES)}\0`;
    for (let count = 0; count < 80; count += 1) tab.write(large);
  }));

test('steps of transactions with much that is discarded', () =>
  expectLittleHeld(server.chidi, 4, (tab) => {
    const filler = Array.from({ length: 7 }, (_, n) => `header${n}:${'x'.repeat(8000)}`).join('\n');
    const step = 'SEND\ndestination:/app/chat.seen\ntransaction:a transaction\nreceipt:this is a receipt';
    tab.write('BEGIN\ntransaction:a transaction\n\n\0');
    for (let count = 0; count < 55; count += 1) tab.write(`${step}\n${filler}\n\n{}\0`);
  }));

test('a message in many fragments, with much between them', async () => {
  const { port, dana } = server;
  const pong = Buffer.concat([Buffer.from([0x8a, 0xfd, 0, 0, 0, 0]), Buffer.alloc(125)]);
  const part = (first: number) => Buffer.from([first, 0x81, 0, 0, 0, 0, 0x0a]);
  const much = Buffer.concat([part(0x00), ...Array.from({ length: 490 }, () => pong)]);
  const before = await held();
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.write(upgrade(`/ws?token=${dana.token}`));
      await once(socket, 'data');
      return socket.resume();
    }),
  );
  for (const socket of sockets) {
    socket.write(part(0x01));
    for (let count = 0; count < 40; count += 1) socket.write(much);
  }
  await served();
  expect(((await held()) - before) / SOCKETS).toBeLessThan(MOST_MB);
  for (const socket of sockets) socket.destroy();
});

test('many concurrent photo requests whose responses are not read', async () => {
  const picture = await noise();
  let photo: { url: string } | undefined;
  // A node that is still busy with what came before refuses uploads for a moment.
  await expect
    .poll(async () => (photo = (await upload(server, server.ada, [picture])).photos.at(-1)))
    .toBeDefined();
  const request = `GET ${photo!.url} HTTP/1.1\r\nHost: h\r\n\r\n`;
  const { length } = await download(server, photo!.url);
  const before = await held();
  const sockets = Array.from({ length: 4 }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
  for (const socket of sockets) socket.pause().write(request.repeat(Math.ceil(150_000_000 / length)));
  await served();
  expect((await held()) - before).toBeLessThan(MOST_UNREAD_MB);
  for (const socket of sockets) socket.destroy();
});

const noise = () =>
  sharp(randomBytes(1080 * 1440 * 3), { raw: { width: 1080, height: 1440, channels: 3 } })
    .png()
    .toBuffer();
