import * as refusals from '@herenow/contract/refusals';
import { eventually } from '@herenow/testing/eventually';
import type { ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import sharp from 'sharp';
import { people, person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { openPhotoFiles } from '../src/features/photos/index.ts';
import { onEachProcess, plain, RED, upload } from './photos-pictures.ts';
import { answerOf, beginUpload } from './photos-sockets.ts';

const app = sharedApp({}, { pace: { uploads: 500 } });
const picture = await plain(RED, 30, 40).jpeg().toBuffer();

test('an upload that hardly progresses is aborted with a sentence', async () => {
  const ada = await person(app, 'ada', { photos: 0 });
  const socket = await beginUpload(app, ada);
  // A byte now and then does not keep the upload alive.
  const drip = setInterval(() => socket.write('.'), 50);
  const answer = await answerOf(socket);
  clearInterval(drip);
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toMatch(/refusal-code: upload-slow/);
});

test('sixteen idle uploads of four people block nobody else, and wait in their own queue', async () => {
  await using own = await startApp();
  const four = await people(own, 'ada', 'bela', 'chidi', 'dana');
  const sockets = await Promise.all(four.flatMap((one) => [1, 2, 3, 4].map(() => beginUpload(own, one))));
  const other = await person(own, 'eve', { photos: 0 });
  expect((await upload(own, other, [picture])).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test('an upload is answered within its patience, however long its turn and its pictures take', async () => {
  await using own = await startApp({}, { pace: { pictures: 1500 } });
  const [ada, bela] = await people(own, 'ada', 'bela');
  const busy = /^HTTP\/1.1 429 [^]*\r\nrefusal-code: uploads-busy\r\n/;
  const idle = await beginUpload(own, ada);
  const waiting = await beginUpload(own, ada);
  expect(await answerOf(waiting)).toMatch(busy);
  for (const socket of [idle, waiting]) socket.destroy();
  // Stands for a machine that does not get to them.
  onEachProcess((child) => void setTimeout(() => child.kill('SIGSTOP')));
  const { status, text } = await upload(own, bela, Array(5).fill(picture));
  expect([status, text]).toEqual([429, refusals.uploadsBusy.text]);
});

test('the pictures of an upload whose client has gone are not made', async () => {
  await using own = await startApp();
  const started: ChildProcess[] = [];
  onEachProcess((child) => {
    if (started.push(child) === 1) setTimeout(() => child.kill('SIGSTOP'));
  });
  const [ada] = await people(own, 'ada');
  const aborter = new AbortController();
  const gone = upload(own, ada, [picture], { signal: aborter.signal });
  await eventually(() => expect(started[0]?.killed).toBe(true));
  aborter.abort();
  await expect(gone).rejects.toThrow('aborted');
  // The next upload of the same user need not wait.
  expect((await upload(own, ada, [picture])).status).toBe(200);
});

test('a small file with a huge picture takes none of the server’s memory', async () => {
  const huge = await sharp({ create: { width: 2500, height: 2500, channels: 3, background: '#123' } })
    .avif({ effort: 0, quality: 1 })
    .toBuffer();
  expect(huge.length).toBeLessThan(20_000);
  const ada = await person(app, 'ada', { photos: 0 });
  expect((await upload(app, ada, [picture])).status).toBe(200);
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  const answers = await Promise.all([
    upload(app, ada, [huge]),
    upload(app, await person(app, 'bela'), [huge]),
  ]);
  clearInterval(look);
  // 429 on a machine so busy that it does not get to them.
  for (const { status } of answers) expect([200, 400, 429]).toContain(status);
  expect((most - before) / 1024 / 1024).toBeLessThan(60);
});

test('no other user of the machine can read the photos', async () => {
  const ada = await person(app, 'ada', { photos: 0 });
  const { photos } = await upload(app, ada, [picture]);
  const key = photos[0]!.url.split('/')[2]!;
  const root = path.join(app.config.dataDir, 'photos');
  const places = [root, path.join(root, key.slice(0, 2)), path.join(root, key.slice(0, 2), key)];
  const modes = await Promise.all(places.map(async (place) => (await stat(place)).mode & 0o777));
  expect(modes).toEqual([0o700, 0o700, 0o700]);
  expect((await stat(path.join(places[2]!, '1080.jpg'))).mode & 0o777).toBe(0o600);
  // The same holds where a backup has restored them.
  const files = await openPhotoFiles({ photosUrl: undefined, dataDir: app.config.dataDir });
  await files.restore('restored', '1080.jpg', picture);
  const restored = path.join(root, 're', 'restored');
  expect((await stat(restored)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(restored, '1080.jpg'))).mode & 0o777).toBe(0o600);
});
