import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import sharp from 'sharp';
import { beginFaceCheck, sendSelfie } from '@herenow/contract/faces';
import { moderate } from '@herenow/contract/moderation';
import { updateUser } from '@herenow/contract/profile';
import { ok } from '@herenow/testing/encounters';
import { makeOperator } from '@herenow/testing/second-factor';
import { people, person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { createPictureMakers, openPhotoFiles } from '../src/features/photos/index.ts';
import { createLog } from '../src/lib/log.ts';
import { plain, RED, upload } from './photos-pictures.ts';
import { answerOf, beginUpload } from './photos-sockets.ts';

/** As in sched.h. */
const SCHED_IDLE = 5;
const log = createLog('silent');
let app: TestApp;
let picture: Buffer;
beforeAll(async () => {
  app = await startApp({}, { pace: { uploads: 500 } });
  picture = await plain(RED, 30, 40).jpeg().toBuffer();
});
afterAll(() => app[Symbol.asyncDispose]());

test('an upload that hardly moves is cut off, with a sentence', async () => {
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

test('sixteen idle uploads of four people close nothing to others, and wait in a line of their own', async () => {
  await using own = await startApp();
  const four = await people(own, 'ada', 'bela', 'chidi', 'dana');
  const sockets = await Promise.all(four.flatMap((one) => [1, 2, 3, 4].map(() => beginUpload(own, one))));
  const other = await person(own, 'eve', { photos: 0 });
  expect((await upload(own, other, [picture])).status).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test('sixteen people of one network whose uploads take minutes do not keep others from theirs', async () => {
  await using own = await startApp({ trustProxy: true }, { pace: { uploads: 500 } });
  const attackers = await people(own, ...Array.from({ length: 16 }, (_, n) => `ada ${n}`));
  const sockets = await Promise.all(attackers.map((one) => beginUpload(own, one, 10_000_000)));
  // As slow as an upload may be.
  const drip = setInterval(() => sockets.forEach((socket) => socket.write('.'.repeat(8000))), 200);
  onTestFinished(() => clearInterval(drip));
  const other = await person(own, 'eve', { photos: 0 });
  await expect.poll(async () => (await upload(own, other, [picture])).status).toBe(429);
  await expect.poll(async () => (await upload(own, other, [picture])).status, { timeout: 10_000 }).toBe(200);
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(1);
  for (const socket of sockets) socket.destroy();
});

test('a small file that is a huge picture takes nothing of the server’s memory', async () => {
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
  for (const { status } of answers) expect([200, 400]).toContain(status);
  expect((most - before) / 1024 / 1024).toBeLessThan(60);
});

test('pictures that take long to make leave room for others', async () => {
  await using makers = createPictureMakers({ log });
  const heavy = await plain(RED, 2000, 1500).avif({ effort: 0, quality: 1 }).toBuffer();
  const done: string[] = [];
  const make = async (name: string, bytes: Buffer) => {
    await makers.make(bytes);
    done.push(name);
  };
  await Promise.all([...[1, 2, 3].map((n) => make(`heavy ${n}`, heavy)), make('light', picture)]);
  // One of the three may finish first: they are processed one at a time, beside the others.
  expect(done.slice(0, 2)).toContain('light');
  expect(done).toHaveLength(4);
});

test('selfies that one person sends at once are looked at one at a time, beside the photos of others', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  ok(await ada.api(beginFaceCheck));
  // Both processes run before anything is counted.
  await Promise.all([ada, bela].map((one) => upload(app, one, [picture])));
  // It takes as long as a whole one to find that its end is missing.
  const whole = await plain(RED, 2800, 2800).png().toBuffer();
  const broken = whole.subarray(0, -100).toString('base64');
  let looked = 0;
  const looks = Array.from({ length: 15 }, async () => {
    const { status } = await ada.api(sendSelfie, { body: { picture: broken } });
    looked += 1;
    return status;
  });
  await Promise.any(looks);
  expect((await upload(app, bela, [picture])).status).toBe(200);
  // If they filled both processes, the photo would be made after the last of them was begun.
  expect(looked).toBeLessThan(14);
  expect(await Promise.all(looks)).toEqual(Array.from({ length: 15 }, () => 400));
});

test('a photo that an operator removes holds up nobody while the makers of pictures are busy', async () => {
  const [ada, dana, ...others] = await people(app, 'ada', 'dana', 'a', 'b', 'c', 'd', 'e', 'f');
  await makeOperator(app, dana);
  const { photos } = await upload(app, ada, [picture]);
  ok(await ada.api(updateUser, { body: { photos: photos.slice(-1) } }));
  const slow = await plain(RED, 2800, 2800).png().toBuffer();
  const done: string[] = [];
  const busy = Promise.all(others.map((one) => upload(app, one, [slow])));
  const act = { action: 'remove-photo' as const, photoId: photos.at(-1)!.id };
  const removal = dana.api(moderate, { params: { userId: ada.id }, body: act });
  const removed = removal.then(({ status }) => done.push(`removed ${status}`));
  // The removal is on its way by now.
  for (const bio of ['one', 'two', 'three', 'four']) {
    ok(await ada.api(updateUser, { body: { bio } }));
    done.push(bio);
  }
  await Promise.all([busy, removed]);
  expect(done).toEqual(['one', 'two', 'three', 'four', 'removed 200']);
});

test('nobody else of the machine can look into the photos', async () => {
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

test('a picture whose process takes more memory than it may is refused, and the next has a process again', async () => {
  await using small = createPictureMakers({ log, memoryMaxBytes: 1 });
  for (let time = 0; time < 3; time += 1)
    await expect(small.make(picture)).rejects.toMatchObject({ status: 400, code: 'picture-unreadable' });
  await using makers = createPictureMakers({ log });
  const made = await Promise.all([makers.make(picture), makers.make(picture), makers.make(picture)]);
  for (const { files } of made) expect([...files.keys()]).toContain('1080.jpg');
  for (const text of ['no picture', ''])
    await expect(makers.make(Buffer.from(text))).rejects.toMatchObject({ code: 'picture-unreadable' });
});

/** Returns the processes that are started from now on until the test ends. */
function startedProcesses(): readonly ChildProcess[] {
  const started: ChildProcess[] = [];
  const note = (message: unknown) => void started.push((message as { process: ChildProcess }).process);
  subscribe('child_process', note);
  onTestFinished(() => void unsubscribe('child_process', note));
  return started;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

test.runIf(process.platform === 'linux')(
  'heavy pictures take the processor only while nothing else wants it',
  async () => {
    const started = startedProcesses();
    await using makers = createPictureMakers({ log });
    await makers.make(await plain(RED, 2000, 1500).avif({ effort: 0, quality: 1 }).toBuffer());
    const makerOf = (kind: string) => started.find(({ spawnargs }) => spawnargs.includes(kind))!.pid!;
    expect(new Set(await policiesOf(makerOf('heavy')))).toEqual(new Set([SCHED_IDLE]));
    expect(await policiesOf(makerOf('light'))).not.toContain(SCHED_IDLE);
  },
);

/** Returns how Linux schedules each thread of a process. */
async function policiesOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`);
  return Promise.all(
    threads.map(async (thread) => {
      const stats = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      // The name may contain blanks and brackets; the policy is the 39th value after it.
      return Number(stats.slice(stats.lastIndexOf(')') + 2).split(' ')[38]);
    }),
  );
}

test('a process that ends while nobody needs it costs no picture', async () => {
  const started = startedProcesses();
  await using makers = createPictureMakers({ log });
  await makers.make(picture);
  for (const child of started) await end(child);
  expect(started).toHaveLength(1);
  const { files } = await makers.make(picture);
  expect([...files.keys()]).toContain('1080.jpg');
  expect(started).toHaveLength(2);
});

const BUSY = { status: 429, code: 'uploads-busy' };

test('a picture whose process is ended by others may come again, and those that wait are made', async () => {
  const started = startedProcesses();
  await using makers = createPictureMakers({ log });
  const [first, ...others] = [picture, picture, picture].map((bytes) => makers.make(bytes));
  await Promise.all([end(started[0]!), expect(first).rejects.toMatchObject(BUSY)]);
  for (const { files } of await Promise.all(others)) expect([...files.keys()]).toContain('1080.jpg');
});

test('a picture that takes too much of the processor is refused, however long it waits for its turn', async () => {
  await using greedy = createPictureMakers({ log, cpuMaxSeconds: 0.001 });
  const large = await plain(RED, 4000, 3000).jpeg().toBuffer();
  await expect(greedy.make(large)).rejects.toMatchObject({ status: 400, code: 'picture-unreadable' });
});

test('a picture that a busy machine does not get to may come again', async () => {
  const started = startedProcesses();
  await using makers = createPictureMakers({ log, patienceMs: 300 });
  const made = makers.make(picture);
  started[0]!.kill('SIGSTOP');
  await expect(made).rejects.toMatchObject(BUSY);
});

test('where no process can be started, pictures are refused for the moment, and made once there is room', async () => {
  await using makers = createPictureMakers({ log });
  const { execPath } = process;
  // When the system has no resources for another process, the same event is emitted.
  process.execPath = path.join(import.meta.dirname, 'no-such-program');
  onTestFinished(() => void (process.execPath = execPath));
  for (let time = 0; time < 2; time += 1)
    await Promise.all([1, 2, 3].map(() => expect(makers.make(picture)).rejects.toMatchObject(BUSY)));
  process.execPath = execPath;
  const made = await Promise.all([1, 2, 3].map(() => makers.make(picture)));
  for (const { files } of made) expect([...files.keys()]).toContain('1080.jpg');
});
