import type { ChildProcess } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { beginFaceCheck, sendSelfie } from '@herenow/contract/faces';
import { moderate } from '@herenow/contract/moderation';
import { getUser, updateUser } from '@herenow/contract/profile';
import { ok } from '@herenow/testing/encounters';
import { makeOperator } from '@herenow/testing/second-factor';
import { people, person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { onEachProcess, plain, RED, upload, withPhotos } from './photos-pictures.ts';
import { beginUpload } from './photos-sockets.ts';

const picture = await plain(RED, 30, 40).jpeg().toBuffer();

test('sixteen people of one network with slow uploads do not keep others from uploading', async () => {
  await using own = await startApp({ trustProxy: true }, { pace: { uploads: 1000 } });
  const attackers = await people(own, ...Array.from({ length: 16 }, (_, n) => `ada ${n}`));
  const sockets = await Promise.all(attackers.map((one) => beginUpload(own, one, 10_000_000)));
  // Slow, but three times as fast as is allowed, since a busy machine may stall.
  const drip = setInterval(() => sockets.forEach((socket) => socket.write('.'.repeat(6000))), 100);
  onTestFinished(() => clearInterval(drip));
  const [mallory, eve] = [await person(own, 'mallory'), await person(own, 'eve', { photos: 0 })];
  // All places are taken once there is none for another one of their network.
  const from = { ...mallory, headers: { ...mallory.headers, 'x-forwarded-for': '192.0.2.1' } };
  await expect.poll(async () => (await upload(own, from, [picture])).status).toBe(429);
  await expect.poll(async () => (await upload(own, eve, [picture])).status).toBe(200);
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(1);
  for (const socket of sockets) socket.destroy();
});

/** Does something with each picture that is given to a process, which gets it once `handOn` is called. */
function onEachPicture(act: (bytes: Buffer, child: ChildProcess, handOn: () => void) => void): void {
  onEachProcess((child) => {
    let open: (...given: unknown[]) => boolean;
    const send = (...given: [Buffer, ...unknown[]]) =>
      act(given[0], child, () => void open.apply(child, given));
    Object.defineProperty(child, 'send', {
      get: () => send,
      set(given) {
        open = given;
      },
    });
  });
}

/** Counts the pictures of one size that are being made now, at most at once, and in all. */
function countMaking(size: number) {
  const seen = { now: 0, most: 0, all: 0 };
  onEachPicture((bytes, child, handOn) => {
    if (bytes.length === size) {
      seen.most = Math.max(seen.most, (seen.now += 1));
      child.once('message', () => {
        seen.now -= 1;
        seen.all += 1;
      });
    }
    handOn();
  });
  return seen;
}

test('concurrent selfies of one person are processed one at a time, beside the photos of others', async () => {
  // It takes as long as for a complete picture to find that its end is missing.
  const broken = (await plain(RED, 2800, 2800).png().toBuffer()).subarray(0, -100);
  const making = countMaking(broken.length);
  await using own = await startApp();
  const [ada, bela] = await people(own, 'ada', 'bela');
  ok(await ada.api(beginFaceCheck));
  const body = { picture: broken.toString('base64') };
  const looks = Array.from({ length: 15 }, async () => (await ada.api(sendSelfie, { body })).status);
  expect((await upload(own, bela, [picture])).status).toBe(200);
  expect(await Promise.all(looks)).toEqual(Array.from({ length: 15 }, () => 400));
  expect(making).toEqual({ now: 0, most: 1, all: 15 });
});

test('removing a photo holds up nobody while the picture processes are busy', async () => {
  await using own = await startApp();
  const [ada, dana] = [await withPhotos(own, 'ada'), await person(own, 'dana')];
  await makeOperator(own, dana);
  const photosOfAda = async () => ok(await ada.api(getUser, { params: { id: ada.id } })).json.photos;
  const photos = await photosOfAda();
  const asked = Promise.withResolvers<() => void>();
  onEachPicture((_bytes, _child, handOn) => asked.resolve(handOn));
  const act = { action: 'remove-photo' as const, photoId: photos.at(-1)!.id };
  const removal = dana.api(moderate, { params: { userId: ada.id }, body: act });
  const handOn = await asked.promise;
  for (const bio of ['one', 'two']) ok(await ada.api(updateUser, { body: { bio } }));
  expect(await photosOfAda()).toEqual(photos);
  handOn();
  ok(await removal);
  expect(await photosOfAda()).toEqual(photos.slice(0, -1));
});
