import { appeal, decideAppeal, listAppeals } from '@herenow/contract/appeals';
import { updateUser } from '@herenow/contract/profile';
import { ok } from '@herenow/testing/encounters';
import { api, person, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import { expect, test } from 'vitest';
import { appealTokenIn } from './appeal-token.ts';
import { deskScene } from './desk-scene.ts';
import { BLUE, halves, RED, upload } from './photos-pictures.ts';

const scene = deskScene();
const { act } = scene;

async function another(name: string): Promise<Person> {
  const one = await person(scene.app, name);
  await makeOperator(scene.app, one);
  return one;
}
/** Returns the token of the decision that the latest mail is about. */
async function mailedToken(who: Person, count = 1): Promise<string> {
  await expect.poll(() => scene.app.mailbox.list(who.email)).toHaveLength(count);
  return appealTokenIn(scene.app.mailbox.list(who.email)[0]!.text);
}

test('a photo whose removal was taken back can be uploaded again, and one that others removed, too, cannot', async () => {
  const { app } = scene;
  const erin = await another('erin');
  const bytes = await halves(RED, BLUE, 600, 800).jpeg().toBuffer();
  const show = async (who: Person): Promise<string> => {
    const { photos } = await upload(app, who, [bytes]);
    const { id } = photos[0]!;
    ok(await who.api(updateUser, { body: { id: who.id, photos: [{ id }] } as never }));
    return id;
  };
  const takeBack = async (who: Person) => {
    ok(await api(app, appeal, { body: { token: await mailedToken(who), words: 'That is me.' } }));
    const [waiting] = ok(await erin.api(listAppeals)).json;
    ok(await erin.api(decideAppeal, { params: { appealId: waiting!.id }, body: { grant: true } }));
    await expect.poll(() => app.mailbox.list(who.email)[0]!.text).toContain('add it to your profile again');
  };
  const [ada, bela, chidi] = await Promise.all(
    ['ada', 'bela', 'chidi'].map((name) => person(app, name, { photos: 0 })),
  );
  ok(await act(ada!, 'remove-photo', { photoId: await show(ada!) }));
  expect((await upload(app, ada!, [bytes])).status).toBe(409);
  await takeBack(ada!);

  const ids = [await show(bela!), await show(chidi!)];
  ok(await act(bela!, 'remove-photo', { photoId: ids[0], forEverybody: true }));
  ok(await act(chidi!, 'remove-photo', { photoId: ids[1], forEverybody: true }));
  await takeBack(bela!);
  expect((await upload(app, ada!, [bytes])).status).toBe(409);
});
