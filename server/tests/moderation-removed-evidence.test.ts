import { BLUE, halves, RED, upload } from './photos-pictures.ts';
import { appealTokenIn } from './appeal-token.ts';
/** What an operator removed can be seen by those who decide an appeal against it, and by nobody else. */
import { appeal, decideAppeal, getRemovedEvidence, listAppeals } from '@herenow/contract/appeals';
import { DAY_MS } from '@herenow/contract/constants';
import { listModerationLog } from '@herenow/contract/moderation';
import { updateUser } from '@herenow/contract/profile';
import { dumpDatabase } from '@herenow/testing/dump';
import { ok, signInAgain } from '@herenow/testing/encounters';
import { api, person, type Person } from '@herenow/testing/people';
import { expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { deskScene } from './desk-scene.ts';

const scene = deskScene({ pace: { accounts: 100 } });
const { act } = scene;

const kept = async () => (await scene.app.pool.query('SELECT FROM removed_evidence')).rowCount;
const look = (by: Person, appealId: string) => by.api(getRemovedEvidence, { params: { appealId } });

/** Returns ada, whose name and text were removed, and the token with which to appeal. */
async function removed(): Promise<{ ada: Person; token: string }> {
  const ada = await person(scene.app, 'ada');
  ok(await ada.api(updateUser, { body: { id: ada.id, username: 'Cheap pills', bio: 'Write to me' } }));
  ok(await act(ada, 'remove-name'));
  return { ada, token: await scene.mailedToken(ada) };
}
const appealWith = async (by: Person, token: string): Promise<string> => {
  ok(await api(scene.app, appeal, { body: { token, words: 'That is my name.' } }));
  return ok(await by.api(listAppeals)).json[0]!.id;
};

test('an operator who decides an appeal sees the name and the text, which is logged; the decision erases them', async () => {
  const erin = await scene.operator('erin');
  const { ada, token } = await removed();
  expect((await dumpDatabase(scene.app.pool)).join('\n')).not.toContain('Cheap pills');
  const appealId = await appealWith(erin, token);
  const what = { name: 'Cheap pills', bio: 'Write to me', picture: null };
  expect(ok(await look(erin, appealId)).json).toEqual(what);
  const query = { userId: ada.id, operatorId: erin.id };
  expect(ok(await erin.api(listModerationLog, { query })).json).toMatchObject([{ action: 'look' }]);
  for (const one of [ada, scene.dana]) expect((await look(one, appealId)).status).toBe(404);
  expect((await look(erin, newId())).status).toBe(404);
  // A lost secret does not prevent a decision.
  await scene.app.pool.query(`UPDATE removed_evidence SET sealed = 'of another secret'`);
  expect(ok(await look(erin, appealId)).json).toEqual({ name: null, bio: null, picture: null });
  ok(await erin.api(decideAppeal, { params: { appealId }, body: { grant: false } }));
  expect((await look(erin, appealId)).status).toBe(404);
  expect(await kept()).toBe(0);
});

test('the same goes for the photo, and without an appeal it is erased after 30 days', async () => {
  const erin = await scene.operator('erin');
  const bela = await person(scene.app, 'bela');
  const { photos } = await upload(scene.app, bela, [await halves(RED, BLUE).jpeg().toBuffer()]);
  const photo = photos.at(-1);
  ok(await act(bela, 'remove-photo', { photoId: photo!.id }));
  await expect.poll(() => scene.subjects(bela)).toHaveLength(1);
  const token = appealTokenIn(scene.app.mailbox.list(bela.email)[0]!.text);
  const appealId = await appealWith(erin, token);
  const { picture, ...rest } = ok(await look(erin, appealId)).json;
  expect(rest).toEqual({ name: null, bio: null });
  expect(Buffer.from(picture!, 'base64').subarray(8, 12).toString()).toBe('WEBP');

  await removed();
  expect(await kept()).toBe(2);
  scene.app.clock.moveBy(30 * DAY_MS);
  await expect.poll(kept).toBe(1);
  const [again] = await signInAgain(scene.app, erin);
  expect(ok(await look(again, appealId)).json.picture).toBe(picture);
});
