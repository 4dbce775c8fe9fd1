/** What a profile showed when it was reported can be seen by operators, whatever the reported person does about it. */
import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
import { getCase, listCases } from '@herenow/contract/moderation';
import { updateUser } from '@herenow/contract/profile';
import { listSealedCases } from '@herenow/contract/sealed-cases';
import { dumpDatabase } from '@herenow/testing/dump';
import { ok, recordOf, signInAgain } from '@herenow/testing/encounters';
import { people, person, type Person } from '@herenow/testing/people';
import { deleteAccount, report } from '@herenow/testing/safety';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { deskScene } from './desk-scene.ts';
import { plain, RED, upload, writeFiles } from './photos-pictures.ts';

const scene = deskScene({ pace: { accounts: 100, photos: 100 } });
const { act } = scene;
beforeEach(async () => void (await scene.app.pool.query('DELETE FROM reports')));

const change = async (who: Person, body: object) =>
  void ok(await who.api(updateUser, { body: { id: who.id, ...body } }));
const shown = async (whom: Person, operator = scene.dana) =>
  ok(await operator.api(getCase, { params: { userId: whom.id } })).json.reports.map((one) => one.shown);
const count = async (table: string) => (await scene.app.pool.query(`SELECT FROM ${table}`)).rowCount;
const isPicture = (base64: string | null) =>
  Buffer.from(base64 ?? '', 'base64')
    .subarray(8, 12)
    .toString() === 'WEBP';

/** Returns mallory, who shows a name, a text and two photos, with the id of the first photo. */
async function mallory(): Promise<[Person, string]> {
  const one = await person(scene.app, 'mallory', { photos: 2 });
  await writeFiles(scene.app, one);
  await change(one, { username: 'Cheap pills', bio: 'Write to me' });
  return [one, (await recordOf(one)).photos[0]!.id];
}

/** Takes the first photo off a profile. */
const takeOff = async (who: Person) => change(who, { photos: [{ id: (await recordOf(who)).photos[1]!.id }] });

test('operators see what a reported profile showed, and what of it has changed since', async () => {
  const [one, photoId] = await mallory();
  const bela = await person(scene.app, 'bela', { photos: 0 });
  await report(bela, one, { photoId });
  // The desk shows the profile itself.
  expect(await shown(one)).toEqual([null]);
  await change(one, { username: 'Mallory', bio: '' });
  await takeOff(one);
  const photos = await count('photos');
  scene.app.clock.moveBy(HOUR_MS + 1);
  await expect.poll(() => count('photos')).toBe(photos! - 1);
  const [dana] = await signInAgain(scene.app, scene.dana);
  const [then] = await shown(one, dana);
  expect(then).toMatchObject({ name: 'Cheap pills', bio: 'Write to me' });
  expect(isPicture(then!.picture)).toBe(true);

  const dump = (await dumpDatabase(scene.app.pool)).join('\n');
  for (const text of ['Cheap pills', then!.picture!]) expect(dump).not.toContain(text);
  expect(ok(await dana.api(listCases)).text).not.toContain('Cheap pills');
});

test('operators see the age that a profile showed if it is another now', async () => {
  const one = await person(scene.app, 'mallory', { dateOfBirth: '2016-12-01' });
  const bela = await person(scene.app, 'bela', { photos: 0 });
  await report(bela, one, { reason: 'Underage user' });
  expect(await shown(one)).toEqual([null]);
  await change(one, { dateOfBirth: '1990-03-01' });
  expect(await shown(one)).toEqual([{ name: null, bio: null, picture: null, age: 18 }]);
});

test('a later report on the same day takes its photo along, and keeps what was shown at first', async () => {
  const [one, photoId] = await mallory();
  const bela = await person(scene.app, 'bela', { photos: 0 });
  await report(bela, one);
  await change(one, { username: 'Mallory' });
  await report(bela, one, { photoId });
  await takeOff(one);
  await report(bela, one, { photoId: crypto.randomUUID() });
  const [then] = await shown(one);
  expect(then).toMatchObject({ name: 'Cheap pills', bio: null });
  expect(isPicture(then!.picture)).toBe(true);
});

test('a photo that was taken off just before the report is kept, another person’s is not', async () => {
  const [one, photoId] = await mallory();
  const [bela, chidi] = await people(scene.app, 'bela', 'chidi');
  await takeOff(one);
  await report(bela, one, { photoId });
  await report(chidi, bela, { photoId });
  expect(isPicture((await shown(one))[0]!.picture)).toBe(true);
  expect(await shown(bela)).toEqual([null]);
});

test('a photo that was taken off is kept, whatever its owner uploads before the report', async () => {
  const [one, photoId] = await mallory();
  const bela = await person(scene.app, 'bela', { photos: 0 });
  await takeOff(one);
  scene.app.clock.moveBy(1000);
  // As many as a user may have on no profile; uploading them takes far longer.
  await scene.app.pool.query(
    `INSERT INTO photos (id, user_id, key, thumbhash, unheld_since, created_at)
     SELECT gen_random_uuid(), $1, left(gen_random_uuid()::text, 24), '', $2, $2 FROM generate_series(1, 19)`,
    [one.id, scene.app.clock.now()],
  );
  expect((await upload(scene.app, one, [await plain(RED, 30, 40).jpeg().toBuffer()])).status).toBe(200);
  await report(bela, one, { photoId });
  expect(isPicture((await shown(one))[0]!.picture)).toBe(true);
});

test('it outlives the account of the reported person, in the sealed case', async () => {
  const [one, photoId] = await mallory();
  const bela = await person(scene.app, 'bela');
  await report(bela, one, { photoId });
  await change(one, { username: 'Mallory', dateOfBirth: '1990-03-01' });
  await deleteAccount(one);
  const [found] = ok(await scene.dana.api(listSealedCases)).json;
  expect(found).toMatchObject({
    username: 'Mallory',
    age: 45,
    reports: [{ shown: { name: 'Cheap pills', bio: 'Write to me', age: 38 } }],
  });
  expect(isPicture(found!.reports[0]!.shown!.picture)).toBe(true);
  expect(await count('reported_profiles')).toBe(0);
});

test('it outlives the account of the reporter, and goes with the judged case: after 30 days, or with the account', async () => {
  const [one, photoId] = await mallory();
  const [bela, chidi] = await people(scene.app, 'bela', 'chidi');
  await report(bela, one, { photoId });
  await deleteAccount(bela);
  await takeOff(one);
  expect(isPicture((await shown(one))[0]!.picture)).toBe(true);
  await report(one, chidi);
  ok(await act(one, 'warn'));
  expect(await count('reported_profiles')).toBe(2);
  scene.app.clock.moveBy(30 * DAY_MS + 1);
  await expect.poll(() => count('reported_profiles')).toBe(1);
});

test('it goes with the account once the report is judged', async () => {
  const [one, photoId] = await mallory();
  const bela = await person(scene.app, 'bela');
  await report(bela, one, { photoId });
  ok(await act(one, 'warn'));
  await deleteAccount(one);
  expect(await count('reported_profiles')).toBe(0);
});

test('a report is taken while the photos are away, and a lost secret keeps nobody from a case', async () => {
  const [one, photoId] = await mallory();
  const bela = await person(scene.app, 'bela');
  const folder = path.join(scene.app.config.dataDir, 'photos');
  await rename(folder, `${folder}-away`);
  try {
    await report(bela, one, { photoId });
  } finally {
    await rename(`${folder}-away`, folder);
  }
  await change(one, { username: 'Mallory' });
  await takeOff(one);
  expect(await shown(one)).toEqual([{ name: 'Cheap pills', bio: null, picture: null }]);
  await scene.app.pool.query(`UPDATE reported_profiles SET sealed = 'of another secret', picture = 'too'`);
  expect(await shown(one)).toEqual([null]);
});
