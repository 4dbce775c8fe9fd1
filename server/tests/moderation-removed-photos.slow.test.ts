import { updateUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { ok, recordOf, signInAgain } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { connectStomp } from '@herenow/testing/stomp-client';
import { deleteAccount } from '@herenow/testing/safety';
import { DAY_MS } from '@herenow/contract/constants';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deskScene } from './desk-scene.ts';
import { opened, registered, verify } from './registered.ts';
import { BLUE, halves, plain, RED, upload, show } from './photos-pictures.ts';
import { inTheMiddleOf, whileLocked } from './while-locked.ts';

const scene = deskScene({ pace: { accounts: 100, photos: 100 } });
const { act } = scene;

test('a user who uploaded a removed photo twice cannot show the other copy', async () => {
  const { app } = scene;
  await app.db.deleteFrom('removed_pictures').execute();
  const ada = await person(app, 'ada', { photos: 1 });
  const bytes = await halves(BLUE, RED, 600, 800).jpeg().toBuffer();
  const [first, shown, other] = (await upload(app, ada, [bytes, bytes])).photos.map(({ id }) => ({ id }));
  const hold = (...photos: unknown[]) => ada.api(updateUser, { body: { id: ada.id, photos } as never });
  ok(await hold(first, other));
  ok(await hold(first, shown));
  ok(await act(ada, 'remove-photo', { photoId: shown!.id }));
  expect((await hold(first, other)).status).toBe(400);
  expect((await upload(app, ada, [bytes])).status).toBe(409);
});

test('a user who takes a photo off the profile while an operator looks at it cannot put it back', async () => {
  const { app } = scene;
  await app.db.deleteFrom('removed_pictures').execute();
  const ada = await person(app, 'ada', { photos: 1 });
  const bytes = await halves(BLUE, RED, 600, 800).jpeg().toBuffer();
  const [first, shown] = (await upload(app, ada, [bytes])).photos.map(({ id }) => ({ id }));
  const hold = (...photos: unknown[]) => ada.api(updateUser, { body: { id: ada.id, photos } as never });
  ok(await hold(first, shown));
  ok(await hold(first));
  ok(await act(ada, 'remove-photo', { photoId: shown!.id }));
  expect((await hold(first, shown)).status).toBe(400);
  expect((await upload(app, ada, [bytes])).status).toBe(409);
});

test('a picture whose upload is under way while an operator removes the same one is not stored', async () => {
  const { app } = scene;
  await app.db.deleteFrom('removed_pictures').execute();
  const ada = await person(app, 'ada', { photos: 0 });
  const bytes = await halves(BLUE, RED, 600, 800).jpeg().toBuffer();
  const [shown] = (await upload(app, ada, [bytes])).photos.map(({ id }) => ({ id }));
  ok(await ada.api(updateUser, { body: { id: ada.id, photos: [shown] } as never }));
  let again: Promise<{ status: number }> | undefined;
  const lock = { text: 'SELECT FROM users WHERE id = $1 FOR UPDATE', values: [ada.id] };
  const removed = await inTheMiddleOf(
    app,
    lock,
    () => act(ada, 'remove-photo', { photoId: shown!.id }),
    () => (again = upload(app, ada, [bytes])),
  );
  ok(removed);
  expect((await again)!.status).toBe(409);
  expect(await app.db.selectFrom('photos').select('id').where('user_id', '=', ada.id).execute()).toEqual([]);
});

const register = (email: string) => registered(scene.app, email);

test('a removed photo is barred for every account of the mailbox, but not for its real owner', async () => {
  const { app } = scene;
  const bytes = await halves(BLUE, RED, 600, 800).jpeg().toBuffer();
  const [owner, mallory] = [await person(app, 'owner', { photos: 0 }), await register('mal@example.org')];
  ok(await act(mallory, 'remove-photo', { photoId: await show(app, mallory, bytes) }));
  const barred = async (who: Person) => (await upload(app, who, [bytes])).status === 409;
  expect(await barred(owner)).toBe(false);
  expect(await barred(mallory)).toBe(true);
  expect(await barred(await register('mal+2@example.org'))).toBe(true);
  await app.db.deleteFrom('users').where('email', '=', 'mal+2@example.org').execute();
  await deleteAccount(mallory);
  expect(await barred(await register('Mal+3@example.org'))).toBe(true);
  // As long as other things that outlive an account.
  app.clock.moveBy(90 * DAY_MS);
  expect(await barred(await register('mal+4@example.org'))).toBe(false);
});

test('photos uploaded before the mailbox is verified are removed once it is', async () => {
  const { app } = scene;
  const bytes = await halves(BLUE, RED, 600, 800).jpeg().toBuffer();
  const other = await plain(RED).jpeg().toBuffer();
  const mallory = await register('eve@example.org');
  ok(await act(mallory, 'remove-photo', { photoId: await show(app, mallory, bytes) }));
  const setup = await opened(app, 'eve+2@example.org');
  const added = (await upload(app, setup, [other, bytes])).photos.map(({ id }) => ({ id }));
  ok(await setup.api(updateUser, { body: { id: setup.id, photos: added } as never }));
  await using tab = await connectStomp({ url: app.url, token: setup.token });
  await verify(app, setup);
  const shown = async () => (await recordOf(setup)).photos.map(({ id }) => ({ id }));
  await expect.poll(shown).toEqual(added.slice(0, 1));
  // One of the verification, one of the removal.
  for (let n = 0; n < 2; n += 1) expect(await tab.nextEvent('profiles')).toEqual({ userId: setup.id });
});

test('a photo is kept if the decision against it is taken back while the photos are looked at again', async () => {
  const { app } = scene;
  const bytes = await halves(BLUE, RED, 600, 800).jpeg().toBuffer();
  const mallory = await register('fay@example.org');
  ok(await act(mallory, 'remove-photo', { photoId: await show(app, mallory, bytes) }));
  const setup = await opened(app, 'fay+2@example.org');
  const added = (await upload(app, setup, [bytes])).photos.map(({ id }) => ({ id }));
  ok(await setup.api(updateUser, { body: { id: setup.id, photos: added } as never }));
  await app.db.updateTable('users').set({ email_validated: true }).where('id', '=', setup.id).execute();
  const { waited } = await whileLocked(
    app,
    {
      lock: 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE',
      change: 'DELETE FROM barred_pictures WHERE $1::uuid IS NOT NULL',
      values: [setup.id],
    },
    async () => {
      await app.work((tx) => tx.enqueue('look-again', { userId: setup.id }));
      const done = `SELECT FROM pgboss.job WHERE name = 'look-again' AND data ->> 'userId' = $1 AND state = 'completed'`;
      await expect.poll(async () => (await app.pool.query(done, [setup.id])).rowCount).toBe(1);
    },
  );
  expect(waited).toBe(true);
  const photos = app.db.selectFrom('photos').select('id').where('user_id', '=', setup.id);
  expect(await photos.execute()).toEqual(added);
});

test('a photo that nobody may show cannot come back, altered or mirrored, from any account', async () => {
  const { app } = scene;
  await app.db.deleteFrom('removed_pictures').execute();
  const [ada, bela] = [await person(app, 'ada', { photos: 0 }), await person(app, 'bela')];
  const whole = await halves(RED, BLUE, 600, 800).png().toBuffer();
  const picture = () => sharp(whole);
  const { photos } = await upload(app, ada, [await picture().jpeg().toBuffer()]);
  const body = { id: ada.id, photos: [{ id: photos[0]!.id }] };
  ok(await ada.api(updateUser, { body: body as never }));
  ok(await act(ada, 'remove-photo', { photoId: photos[0]!.id, forEverybody: true }));
  for (const again of [
    await picture().jpeg({ quality: 40 }).toBuffer(),
    await picture().resize(300, 400).png().toBuffer(),
    await picture().modulate({ brightness: 1.2 }).webp().toBuffer(),
    await halves(BLUE, RED, 600, 800).jpeg().toBuffer(),
  ])
    for (const who of [ada, bela])
      expect(await upload(app, who, [again])).toMatchObject({
        status: 409,
        text: refusals.pictureRemoved.text,
      });
  const other = await plain(RED, 600, 800)
    .composite([
      { input: { create: { width: 600, height: 300, channels: 3, background: BLUE } }, left: 0, top: 400 },
    ])
    .jpeg()
    .toBuffer();
  expect((await upload(app, bela, [other])).status).toBe(200);
  expect((await upload(app, bela, [await plain(RED).jpeg().toBuffer()])).status).toBe(200);
  // While the removal can be appealed, the picture keeps a link to its decision, however often the sweep runs.
  const rows = async (which: string) =>
    (await app.pool.query(`SELECT FROM removed_pictures WHERE ${which}`)).rowCount;
  await app.pool.query(
    `INSERT INTO removed_pictures (likeness, forget_at) VALUES (repeat('0', 128)::bit(128), $1)`,
    [app.clock.now()],
  );
  await expect.poll(() => rows('entry_id IS NULL')).toBe(0);
  expect(await rows('true')).toBe(1);
  app.clock.moveBy(366 * DAY_MS);
  const [later] = await signInAgain(app, bela);
  expect((await upload(app, later, [await picture().jpeg().toBuffer()])).status).toBe(200);
  await expect.poll(() => rows('true')).toBe(0);
});
