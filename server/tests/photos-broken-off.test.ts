import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { plain, RED, upload } from './photos-pictures.ts';

let app: TestApp;
let ada: Person;

beforeAll(async () => {
  app = await startApp();
  ada = await person(app, 'ada', { photos: 0 });
});
afterAll(() => app[Symbol.asyncDispose]());

/** Begins an upload by hand and says how long it is going to be. */
async function begin(length: number): Promise<Socket> {
  const socket = connect(app.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    [
      'POST /api/user/photos HTTP/1.1',
      'Host: localhost',
      `Authorization: ${ada.headers.authorization}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${length}`,
      '',
      '--x',
      'Content-Disposition: form-data; name="images"; filename="a.jpg"',
      '',
      'the beginning',
    ].join('\r\n'),
  );
  return socket;
}

async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (/\r\n\r\n.+/s.test(text)) break;
  }
  return text;
}

test('one that is longer than five pictures is refused before it is read', async () => {
  const socket = await begin(60 * 1024 * 1024);
  const answer = await answerOf(socket);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toMatch(/This picture is too large. Pictures can have up to 10 MB.$/);
});

test('one that says nothing of its length is refused where a picture gets too long', async () => {
  const body = new ReadableStream({
    start(controller) {
      const encode = new TextEncoder();
      controller.enqueue(
        encode.encode('--x\r\nContent-Disposition: form-data; name="images"; filename="a"\r\n\r\n'),
      );
      for (let part = 0; part < 11; part += 1) controller.enqueue(new Uint8Array(1024 * 1024));
      controller.enqueue(encode.encode('\r\n--x--\r\n'));
      controller.close();
    },
  });
  const answer = await fetch(`${app.url}/api/user/photos`, {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'multipart/form-data; boundary=x' },
    body,
    duplex: 'half',
  });
  expect([answer.status, await answer.text()]).toEqual([
    413,
    'This picture is too large. Pictures can have up to 10 MB.',
  ]);
});

test('one person has one at a time and four in line; one that is given up makes room and is no fault', async () => {
  const picture = await plain(RED, 30, 40).jpeg().toBuffer();
  const sockets = await Promise.all(Array.from({ length: 6 }, () => begin(100_000)));
  const busy = await Promise.any(sockets.map(answerOf));
  expect(busy).toMatch(/^HTTP\/1.1 429 [^]*\r\nretry-after: 5\r\n/);
  expect(busy).toMatch(/Many pictures are being uploaded right now. Please try again in a moment.$/);

  for (const socket of sockets) socket.destroy();
  await vi.waitUntil(async () => (await upload(app, ada, [picture])).status === 200, { timeout: 10_000 });
  expect(app.logLines.filter((line) => line.includes('request failed'))).toEqual([]);
});
