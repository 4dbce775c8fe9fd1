import { HOUR_MS } from '@herenow/contract/constants';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { plain, RED, upload } from './photos-pictures.ts';
import { answerOf, beginUpload } from './photos-sockets.ts';

const app = sharedApp();
let ada: Person;

beforeAll(async () => void (ada = await person(app, 'ada', { photos: 0 })));

test('an upload longer than five pictures is refused before it is read', async () => {
  const socket = await beginUpload(app, ada, 60 * 1024 * 1024);
  const answer = await answerOf(socket);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toMatch(/This photo is too large. Photos can be up to 10 MB.$/);
});

test('an upload without a length is refused when a picture gets too long', async () => {
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
    'This photo is too large. Photos can be up to 10 MB.',
  ]);
});

test('a user has one upload at a time and four waiting; an aborted one makes room and is no error', async () => {
  const picture = await plain(RED, 30, 40).jpeg().toBuffer();
  const sockets = await Promise.all(Array.from({ length: 6 }, () => beginUpload(app, ada, 100_000)));
  const busy = await Promise.any(sockets.map(answerOf));
  expect(busy).toMatch(/^HTTP\/1.1 429 [^]*\r\nretry-after: 5\r\n/);
  expect(busy).toMatch(/Lots of photos are being uploaded right now. Please try again in a moment.$/);

  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await upload(app, ada, [picture])).status).toBe(200);
  expect(app.logLines.filter((line) => line.includes('request failed'))).toEqual([]);
});

test('a failing folder is reported with a time to retry, and nothing half-written stays @slow', async () => {
  await using own = await startApp();
  const bela = await person(own, 'bela', { photos: 0 });
  const picture = await plain(RED, 30, 40).jpeg().toBuffer();
  const [photo] = (await upload(own, bela, [picture])).photos;
  const root = path.join(own.config.dataDir, 'photos');
  await rename(root, `${root}-away`);
  await writeFile(root, 'no folder');
  const failed = await upload(own, bela, [picture, picture]);
  const unread = await fetch(own.url + photo!.url);
  for (const { status, headers, said } of [
    { ...failed, said: failed.text },
    { status: unread.status, headers: unread.headers, said: await unread.text() },
  ]) {
    expect([status, said]).toEqual([
      503,
      'We can’t store or show photos right now. Please try again in a moment.',
    ]);
    expect(headers.get('retry-after')).toBe('10');
  }
  expect(await own.db.selectFrom('photos').select('id').execute()).toEqual([{ id: photo!.id }]);
  await rm(root);
  await rename(`${root}-away`, root);
  expect((await fetch(own.url + photo!.url)).status).toBe(200);
  expect((await upload(own, bela, [picture])).status).toBe(200);
  expect((await readdir(root)).filter((name) => name.startsWith('.new-'))).toEqual([]);
});

test('files left half-written by an ended process are removed', async () => {
  const root = path.join(app.config.dataDir, 'photos');
  const half = path.join(root, '.new-half-written');
  await mkdir(half);
  await writeFile(path.join(half, '1080.jpg'), 'half of a photo');
  await app.pool.query("INSERT INTO photo_removals (key, due_at) VALUES ('half-written', $1)", [
    app.clock.now(),
  ]);
  await expect.poll(() => readdir(root)).not.toContain('.new-half-written');
});

test('files that cannot be removed hold up no others, and are removed later', async () => {
  const root = path.join(app.config.dataDir, 'photos');
  const inTheWay = path.join(root, 'zz');
  const other = path.join(root, 'yy', 'yyyy');
  await writeFile(inTheWay, 'no folder');
  await mkdir(other, { recursive: true });
  await app.pool.query(
    `INSERT INTO photo_removals (key, due_at)
     VALUES ('zzzz', $1::timestamptz - interval '1 hour'), ('yyyy', $1::timestamptz)`,
    [app.clock.now()],
  );
  const left = async () =>
    (await app.db.selectFrom('photo_removals').select('key').execute()).map(({ key }) => key);
  await expect.poll(left).toEqual(['zzzz']);
  expect(await readdir(path.dirname(other))).toEqual([]);
  await rm(inTheWay);
  app.clock.moveBy(HOUR_MS);
  await expect.poll(left).toEqual([]);
});
