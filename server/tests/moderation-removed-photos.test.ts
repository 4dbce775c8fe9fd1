import { ok } from '@herenow/testing/encounters';
import { person } from '@herenow/testing/people';
import { expect, test } from 'vitest';
import { deskScene } from './desk-scene.ts';
import { BLUE, halves, RED, upload, show } from './photos-pictures.ts';

const scene = deskScene();
const { act } = scene;

test('a picture that nobody may show is barred for everybody, for a year @slow', async () => {
  const { app } = scene;
  await app.db.deleteFrom('removed_pictures').execute();
  const bytes = await halves(BLUE, RED, 600, 800).jpeg().toBuffer();
  const [ada, bela] = [await person(app, 'ada', { photos: 0 }), await person(app, 'bela', { photos: 0 })];
  ok(await act(ada, 'remove-photo', { photoId: await show(app, ada, bytes), forEverybody: true }));
  for (const one of [ada, bela]) expect((await upload(app, one, [bytes])).status).toBe(409);
  await app.pool.query(`UPDATE removed_pictures SET forget_at = forget_at - interval '365 days'`);
  for (const one of [ada, bela]) expect((await upload(app, one, [bytes])).status).toBe(200);
});
