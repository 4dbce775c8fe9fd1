import { appeal, decideAppeal, listAppeals } from '@herenow/contract/appeals';
import { ok } from '@herenow/testing/encounters';
import { api, person, type Person } from '@herenow/testing/people';
import { expect, test } from 'vitest';
import { deskScene } from './desk-scene.ts';
import { BLUE, halves, RED, show, upload } from './photos-pictures.ts';

const scene = deskScene();
const { act } = scene;

test('a photo whose removal was reversed can be uploaded again, unless another decision removed it, too', async () => {
  const { app } = scene;
  const erin = await scene.operator('erin');
  const bytes = await halves(RED, BLUE, 600, 800).jpeg().toBuffer();
  const takeBack = async (who: Person) => {
    ok(await api(app, appeal, { body: { token: await scene.mailedToken(who), words: 'That is me.' } }));
    const [waiting] = ok(await erin.api(listAppeals)).json;
    ok(await erin.api(decideAppeal, { params: { appealId: waiting!.id }, body: { grant: true } }));
    await expect.poll(() => app.mailbox.list(who.email)[0]!.text).toContain('add it to your profile again');
  };
  const [ada, bela, chidi] = await Promise.all(
    ['ada', 'bela', 'chidi'].map((name) => person(app, name, { photos: 0 })),
  );
  ok(await act(ada!, 'remove-photo', { photoId: await show(app, ada!, bytes) }));
  expect((await upload(app, ada!, [bytes])).status).toBe(409);
  await takeBack(ada!);

  const ids = [await show(app, bela!, bytes), await show(app, chidi!, bytes)];
  ok(await act(bela!, 'remove-photo', { photoId: ids[0], forEverybody: true }));
  ok(await act(chidi!, 'remove-photo', { photoId: ids[1], forEverybody: true }));
  await takeBack(bela!);
  expect((await upload(app, ada!, [bytes])).status).toBe(409);
});
