import { updateUser } from '@herenow/contract/profile';
import { ok } from '@herenow/testing/encounters';
import { person } from '@herenow/testing/people';
import { expect, test } from 'vitest';
import { deskScene } from './desk-scene.ts';
import { BLUE, halves, RED, upload } from './photos-pictures.ts';
import { inTheMiddleOf } from './while-locked.ts';

const scene = deskScene();
const { act } = scene;

test('whoever has uploaded a removed photo twice cannot put up the other one', async () => {
  const { app } = scene;
  await app.db.deleteFrom('removed_pictures').execute();
  const ada = await person(app, 'ada', { photos: 1 });
  const bytes = await halves(BLUE, RED, 600, 800).jpeg().toBuffer();
  const [first, shown, other] = (await upload(app, ada, [bytes, bytes])).photos.map(({ id }) => ({ id }));
  const hold = (...photos: unknown[]) => ada.api(updateUser, { body: { id: ada.id, photos } as never });
  ok(await hold(first, shown));
  ok(await act(ada, 'remove-photo', { photoId: shown!.id }));
  expect((await hold(first, other)).status).toBe(400);
  expect((await upload(app, ada, [bytes])).status).toBe(409);
});

test('whoever takes a photo off the profile while an operator looks at it cannot put it back', async () => {
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
