import { deleteUser } from '@herenow/contract/accounts';
import { HOUR_MS, POSE_MS } from '@herenow/contract/constants';
import * as faces from '@herenow/contract/faces';
import { getModerationSummary, moderate } from '@herenow/contract/moderation';
import { getUser, updateUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { expect, test } from 'vitest';
import { pageQuery } from '../src/features/feed/query.ts';
import { dumpDatabase } from '@herenow/testing/dump';
import { goVisible, meet, ok, recordOf, signInAgain } from '@herenow/testing/encounters';
import { person } from '@herenow/testing/people';
import { connectStomp } from '@herenow/testing/stomp-client';
import { facesScene } from './faces-scene.ts';

const { app, operator, begin, send, state, sendBoth, wait, close, open, verifiedIn } = facesScene();

test('an operator compares two selfies with the profile, the mark is set, and the selfies are erased', async () => {
  const [ada, bela, dana] = [await person(app, 'ada'), await person(app, 'bela'), await operator('dana')];
  await goVisible(app, ada);
  const poses = await sendBoth(ada);
  expect(new Set(poses).size).toBe(2);
  expect(await state(ada)).toBe('waiting');
  expect(await begin(ada).catch((error: Error) => error.message)).toContain(refusals.faceWaiting.text);
  expect(ok(await dana.api(faces.listFaces)).json.map(({ userId }) => userId)).toContain(ada.id);
  const counted = async () => ok(await dana.api(getModerationSummary)).json.faces;
  expect(await counted()).toBe(1);

  const { selfies, photos } = ok(await open(dana, ada)).json;
  expect(selfies.map(({ pose }) => pose)).toEqual(poses);
  expect(photos).toHaveLength(1);
  const dump = () => dumpDatabase(app.pool).then((lines) => lines.join('\n'));
  const kept = await app.pool.query<{ selfies: string[] }>('SELECT selfies FROM face_checks');
  for (const { picture } of selfies) expect(await dump()).not.toContain(picture.slice(0, 100));
  expect(await verifiedIn(bela, ada)).toBe(false);
  expect(await verifiedIn(bela, ada, true)).toBeUndefined();

  expect(ok(await close(dana, ada, 'verify')).json).toMatchObject({ action: 'verify', userId: ada.id });
  expect(await counted()).toBe(0);
  expect(await verifiedIn(bela, ada, true)).toBe(true);
  expect(ok(await bela.api(getUser, { params: { id: ada.id } })).json.verified).toBe(true);
  expect(await state(ada)).toBe('verified');
  const after = await dump();
  for (const one of kept.rows.flatMap((row) => row.selfies)) expect(after).not.toContain(one);
  expect((await close(dana, ada, 'verify')).status).toBe(404);
  await expect.poll(() => app.mailbox.list(ada.email).length).toBe(1);
});

test('a decision is told to the user’s devices, and a mark to the other side of a chat', async () => {
  const [ada, bela, dana] = [await person(app, 'ada'), await person(app, 'bela'), await operator('dana')];
  await meet(app, ada, bela);
  await using own = await connectStomp({ url: app.url, token: ada.token });
  await using others = await connectStomp({ url: app.url, token: bela.token });
  await wait(ada);
  ok(await close(dana, ada, 'decline', { why: 'The poses are others.' }));
  expect(await own.nextEvent('profiles')).toEqual({ userId: ada.id });
  await wait(ada);
  ok(await close(dana, ada, 'verify'));
  expect(await own.nextEvent('profiles')).toEqual({ userId: ada.id });
  expect(await others.nextEvent('profiles')).toEqual({ userId: ada.id });
});

test('only changing, moving or removing the first photo removes the mark', async () => {
  const [ada, dana] = [await person(app, 'ada', { photos: 3 }), await operator('dana')];
  const photos = async () => (await recordOf(ada)).photos;
  const hold = async (order: readonly number[]) => {
    const now = await photos();
    const body = { id: ada.id, photos: order.map((at) => ({ id: now[at]!.id })) };
    ok(await ada.api(updateUser, { body: body as never }));
  };
  const verify = async () => {
    await wait(ada);
    ok(await close(dana, ada, 'verify'));
    expect(await state(ada)).toBe('verified');
  };
  await verify();
  await hold([0, 2, 1]);
  expect(await state(ada)).toBe('verified');
  await hold([1, 0, 2]);
  expect(await state(ada)).toBe('none');
  await verify();
  const [first] = await photos();
  const body = { action: 'remove-photo' as const, photoId: first!.id };
  ok(await dana.api(moderate, { params: { userId: ada.id }, body }));
  expect(await state(ada)).toBe('none');
  await verify();
  ok(await ada.api(faces.endFaceCheck));
  expect(await state(ada)).toBe('none');
});

test('a feed of verified people uses their index, whenever they become visible', async () => {
  const [ada, bela, dana] = [await person(app, 'ada'), await person(app, 'bela'), await operator('dana')];
  await wait(ada);
  ok(await close(dana, ada, 'verify'));
  await goVisible(app, ada);
  expect(await verifiedIn(bela, ada, true)).toBe(true);
  ok(await ada.api(faces.endFaceCheck));
  expect(await verifiedIn(bela, ada, true)).toBeUndefined();
  await wait(ada);
  ok(await close(dana, ada, 'verify'));
  expect(await verifiedIn(bela, ada, true)).toBe(true);

  const { text, values } = pageQuery({
    viewerId: bela.id,
    from: '(0, 0, 1)',
    now: app.clock.now(),
    maxDistanceKm: 50,
    skip: 0,
    limit: 50,
    verified: true,
  });
  // With few people every plan costs the same; this drops the other index to see that theirs can be used.
  await app.pool.query('DROP INDEX presences_visible');
  const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('presences_verified');
});

test('a picture that arrives after 60 seconds, or without a pose, is refused', async () => {
  const ada = await person(app, 'ada');
  expect(await send(ada)).toMatchObject({ status: 409, text: refusals.faceLate.text });
  await begin(ada);
  app.clock.moveBy(POSE_MS + 1);
  expect((await send(ada)).status).toBe(409);
  expect(await state(ada)).toBe('none');
  await begin(ada);
  app.clock.moveBy(POSE_MS - 1000);
  ok(await send(ada));
  app.clock.moveBy(POSE_MS + 1);
  expect((await send(ada)).status).toBe(409);
  expect(await ada.api(faces.sendSelfie, { body: { picture: 'no picture' } })).toMatchObject({ status: 409 });
});

test('two pictures of one pose count once', async () => {
  const ada = await person(app, 'ada');
  await begin(ada);
  const answers = await Promise.all([send(ada), send(ada)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(ok(await ada.api(faces.getFaceCheck)).json).toMatchObject({ state: 'posing', taken: 1 });
});

test('a declined user reads why and may start again; selfies that nobody looks at are erased within 48 hours', async () => {
  const [ada, bela, dana] = [await person(app, 'ada'), await person(app, 'bela'), await operator('dana')];
  await wait(ada);
  ok(await close(dana, ada, 'decline', { why: 'The poses are others.' }));
  expect(ok(await ada.api(faces.getFaceCheck)).json).toMatchObject({
    state: 'declined',
    why: 'The poses are others.',
  });
  const selfies = async ({ id } = ada) =>
    (await app.pool.query('SELECT FROM face_checks WHERE user_id = $1 AND selfies <> $2', [id, []])).rowCount;
  expect(await selfies()).toBe(0);
  await wait(ada);
  app.clock.moveBy(10 * 60_000);
  await wait(bela);
  expect([await selfies(), await selfies(bela)]).toEqual([1, 1]);
  app.clock.moveBy(47 * HOUR_MS - 9 * 60_000);
  await expect.poll(() => selfies()).toBe(0);
  expect(await selfies(bela)).toBe(1);
  const [again, operatorAgain] = await signInAgain(app, ada, dana);
  expect(await state(again)).toBe('lapsed');
  expect(ok(await operatorAgain.api(faces.listFaces)).json.map(({ userId }) => userId)).not.toContain(ada.id);
  await begin(again);
  ok(await send(again));
  app.clock.moveBy(11 * 60_000);
  await expect.poll(() => selfies()).toBe(0);
  const [last] = await signInAgain(app, ada);
  await wait(last);
  ok(await last.api(deleteUser, { params: { id: ada.id } }));
  expect(await selfies()).toBe(0);
});
