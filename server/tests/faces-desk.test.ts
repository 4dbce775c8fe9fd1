import { HOLD_MOST_MINUTES } from '@herenow/contract/constants';
import * as faces from '@herenow/contract/faces';
import { getModerationSummary, listModerationLog, moderate } from '@herenow/contract/moderation';
import * as refusals from '@herenow/contract/refusals';
import { expect, test } from 'vitest';
import { ok, signInAgain } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { inTheMiddleOf, whileLocked } from './while-locked.ts';
import { facesScene } from './faces-scene.ts';

const { app, operator, state, sendBoth, wait, firstPhoto, close, open } = facesScene();

test('opening selfies without deciding is logged once an hour', async () => {
  const [ada, dana] = [await person(app, 'ada'), await operator('dana')];
  await sendBoth(ada);
  for (let times = 0; times < 2; times += 1) ok(await open(dana, ada));
  const query = { userId: ada.id };
  const looks = [{ action: 'look', operatorId: dana.id }];
  expect(ok(await dana.api(listModerationLog, { query })).json).toMatchObject(looks);
  ok(await close(dana, ada, 'decline'));
});

test('a first photo that is moved while an operator decides gets no mark', async () => {
  const [ada, dana] = [await person(app, 'ada', { photos: 2 }), await operator('dana')];
  await wait(ada);
  const lock = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';
  const change = 'UPDATE photos SET position = 1 - position WHERE user_id = $1';
  const seen = { photoId: await firstPhoto(ada) };
  const decide = () => close(dana, ada, 'verify', seen);
  const { answer } = await whileLocked(app, { lock, change, values: [ada.id] }, decide);
  expect([answer.status, answer.text]).toEqual([409, refusals.facePhotoChanged.text]);
  expect(await state(ada)).toBe('waiting');
  ok(await close(dana, ada, 'decline'));
});

test('the photo that an operator saw must still be the first', async () => {
  const [ada, dana] = [await person(app, 'ada', { photos: 2 }), await operator('dana')];
  await wait(ada);
  expect(await close(dana, ada, 'verify', { photoId: dana.id })).toMatchObject({
    status: 409,
    text: refusals.facePhotoChanged.text,
  });
  expect(await state(ada)).toBe('waiting');
});

test('selfies that no operator has seen are not decided with those that were there before', async () => {
  const [ada, dana] = [await person(app, 'ada'), await operator('dana')];
  const sent = await wait(ada);
  const before = new Date(Date.parse(sent) - 1000).toISOString();
  expect((await close(dana, ada, 'decline', { sent: before })).status).toBe(404);
  ok(await close(dana, ada, 'decline', { sent }));
});

test('a user without photos is declined, and never verified', async () => {
  const [ada, dana] = [await person(app, 'ada'), await operator('dana')];
  await wait(ada);
  const act = { action: 'remove-photo' as const, photoId: (await firstPhoto(ada))! };
  ok(await dana.api(moderate, { params: { userId: ada.id }, body: act }));
  expect(await close(dana, ada, 'verify')).toMatchObject({
    status: 409,
    text: refusals.facePhotoChanged.text,
  });
  ok(await close(dana, ada, 'decline', { why: 'There is no photo.' }));
  expect(await state(ada)).toBe('declined');
});

test('two operators never have the same check at once, and nobody judges themselves', async () => {
  const [ada, chidi, dana] = [await person(app, 'ada'), await operator('chidi'), await operator('dana')];
  await sendBoth(ada);
  ok(await open(dana, ada));
  expect((await open(chidi, ada)).status).toBe(409);
  expect((await close(chidi, ada, 'verify')).status).toBe(409);
  app.clock.moveBy(11 * 60_000);
  const statuses: number[] = [];
  const opening = (by: Person) => async () => void statuses.push((await open(by, ada)).status);
  const lock = { text: 'SELECT FROM face_checks WHERE user_id = $1 FOR UPDATE', values: [ada.id] };
  await inTheMiddleOf(app, lock, opening(chidi), opening(dana));
  expect(statuses.toSorted()).toEqual([200, 409]);
  await sendBoth(dana);
  const waitingFor = async (who: Person) =>
    ok(await who.api(faces.listFaces)).json.map(({ userId }) => userId);
  expect(await waitingFor(chidi)).toContain(dana.id);
  expect(await waitingFor(dana)).not.toContain(dana.id);
  const countFor = async (who: Person) => ok(await who.api(getModerationSummary)).json.faces;
  expect(await countFor(dana)).toBe((await countFor(chidi)) - 1);
  expect(await open(dana, dana)).toMatchObject({ status: 400, text: refusals.moderateSelf.text });
  expect((await close(dana, dana, 'verify')).status).toBe(400);
  expect((await open(ada, dana)).status).toBe(404);
});

test('an operator can hold selfies for half an hour, and no longer', async () => {
  let [ada, chidi, dana] = [await person(app, 'ada'), await operator('chidi'), await operator('dana')];
  await sendBoth(ada);
  for (let minutes = 0; minutes < HOLD_MOST_MINUTES; minutes += 5) {
    expect(ok(await open(dana, ada)).json.heldBy).toBe(dana.id);
    expect((await open(chidi, ada)).text).toBe(refusals.caseHeld.text);
    app.clock.moveBy(5 * 60_000);
    [ada, chidi, dana] = await signInAgain(app, ada, chidi, dana);
  }
  // An operator who had them may still look and decide if nobody else has them; this is logged once.
  for (let times = 0; times < 2; times += 1) expect(ok(await open(dana, ada)).json.heldBy).toBeNull();
  const query = { userId: ada.id, action: 'hold' as const };
  expect(ok(await chidi.api(listModerationLog, { query })).json).toMatchObject([{ operatorId: dana.id }]);
  expect(ok(await open(chidi, ada)).json.heldBy).toBe(chidi.id);
  expect((await open(dana, ada)).text).toBe(refusals.caseHeld.text);
  expect((await close(dana, ada, 'decline')).text).toBe(refusals.caseHeld.text);
  app.clock.moveBy(11 * 60_000);
  [ada, dana] = await signInAgain(app, ada, dana);
  ok(await close(dana, ada, 'decline'));
});
