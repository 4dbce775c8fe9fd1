import { appeal, decideAppeal, listAppeals } from '@herenow/contract/appeals';
import { DAY_MS } from '@herenow/contract/constants';
import { editMessage } from '@herenow/contract/chats';
import {
  getCase,
  getModerationSummary,
  holdCase,
  listCases,
  moderate,
  moderateMany,
} from '@herenow/contract/moderation';
import * as refusals from '@herenow/contract/refusals';
import { meet, ok, send, signInAgain } from '@herenow/testing/encounters';
import { api, people, person, type Person } from '@herenow/testing/people';
import { deleteAccount, report } from '@herenow/testing/safety';
import { makeOperator } from '@herenow/testing/second-factor';
import { expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { appealTokenIn } from './appeal-token.ts';
import { deskScene } from './desk-scene.ts';

const scene = deskScene();
const { act, log } = scene;

const queue = async (by: Person) => ok(await by.api(listCases)).json;

test('an operator neither sees nor judges people they have reported, while another could', async () => {
  const { app, dana } = scene;
  const [erin, alter, ada, bela] = await people(app, 'erin', 'alter', 'ada', 'bela');
  await makeOperator(app, erin);
  await app.pool.query(`UPDATE users SET mailbox = 'of erin' WHERE id IN ($1, $2)`, [erin.id, alter.id]);
  for (const [by, whom] of [
    [erin, ada],
    [alter, bela],
  ] as const) {
    const chatId = await meet(app, by, whom);
    const { id } = await send(whom, chatId, 'I live in Oak Street');
    ok(await whom.api(editMessage, { body: { id, senderId: whom.id, chatId, content: 'Never mind' } }));
    await report(by, whom, { fromChat: true });
    const params = { userId: whom.id };
    for (const answer of [
      await erin.api(getCase, { params }),
      await erin.api(holdCase, { params, body: { hold: true } }),
      await erin.api(moderate, { params, body: { action: 'suspend' } }),
    ])
      expect(answer).toMatchObject({ status: 409, text: refusals.caseOwn.text });
  }
  const wave = { body: { userIds: [ada.id], action: 'dismiss' as const } };
  expect(ok(await erin.api(moderateMany, wave)).json).toMatchObject({
    refused: [{ userId: ada.id, text: refusals.caseOwn.text }],
  });
  expect(await queue(erin)).toEqual([]);
  expect(ok(await erin.api(getModerationSummary)).json).toMatchObject({ cases: 0, oldest: null });
  expect((await queue(dana)).map(({ user }) => user.id)).toEqual([ada.id, bela.id]);
  // If every operator has reported a person, each may judge them.
  await report(dana, bela);
  expect((await queue(erin)).map(({ user }) => user.id)).toEqual([bela.id]);
  ok(await act(ada, 'dismiss'));
  ok(await erin.api(getCase, { params: { userId: ada.id } }));
  expect((await log()).map(({ action }) => action)).toEqual(['look', 'dismiss']);
});

test('an account that a stranger opens for an operator’s mailbox hides no case from the operator', async () => {
  const { app, dana } = scene;
  const [erin, mallory, ada] = await people(app, 'erin', 'mallory', 'ada');
  await makeOperator(app, erin);
  await app.pool.query(`UPDATE users SET mailbox = id::text WHERE id IN ($1, $2)`, [erin.id, dana.id]);
  for (const operator of [erin, dana]) {
    // Reported at a time when it took no finished registration.
    const squatter = await person(app, 'squatter');
    await app.pool.query('UPDATE users SET mailbox = $1::text, email_validated = false WHERE id = $2', [
      operator.id,
      squatter.id,
    ]);
    await report(squatter, mallory);
  }
  await report(ada, mallory);
  for (const operator of [erin, dana])
    expect((await queue(operator)).map(({ user }) => user.id)).toEqual([mallory.id]);
});

test('a case is shown to all operators if each has reported the person from another account', async () => {
  const { app, dana } = scene;
  const [erin, ada] = await people(app, 'erin', 'ada');
  await makeOperator(app, erin);
  for (const operator of [erin, dana]) {
    const alter = await person(app, 'alter');
    await app.pool.query(`UPDATE users SET mailbox = $1::text WHERE id IN ($1::uuid, $2)`, [
      operator.id,
      alter.id,
    ]);
    await report(alter, ada);
  }
  for (const operator of [erin, dana])
    expect((await queue(operator)).map(({ user }) => user.id)).toEqual([ada.id]);
});

test('an account deleted after reporting still counts as its operator’s', async () => {
  const { app, dana } = scene;
  const [erin, alter, ada] = await people(app, 'erin', 'alter', 'ada');
  await makeOperator(app, erin);
  await report(alter, ada);
  await deleteAccount(alter);
  await app.pool.query(
    'UPDATE users SET mailbox = (SELECT reporter_mailbox FROM reports WHERE reported_id = $2) WHERE id = $1',
    [erin.id, ada.id],
  );
  expect(await queue(erin)).toEqual([]);
  expect((await erin.api(moderate, { params: { userId: ada.id }, body: { action: 'dismiss' } })).status).toBe(
    409,
  );
  expect((await queue(dana)).map(({ user }) => user.id)).toEqual([ada.id]);
});

test('the page after a hidden case reveals nothing about it', async () => {
  const { app, dana } = scene;
  const [alter, ada, bela, chidi] = await people(app, 'alter', 'ada', 'bela', 'chidi');
  await makeOperator(app, ada);
  await app.pool.query(`UPDATE users SET mailbox = 'of dana' WHERE id IN ($1, $2)`, [dana.id, alter.id]);
  for (const [by, whom] of [
    [ada, dana],
    [ada, alter],
    [dana, chidi],
    [ada, bela],
  ] as const)
    await report(by, whom);
  expect((await queue(dana)).map(({ user }) => user.id)).toEqual([bela.id]);
  const after = async (id: string) => ok(await dana.api(listCases, { query: { after: id } })).json;
  for (const id of [dana.id, alter.id, chidi.id, newId()]) expect(await after(id)).toEqual([]);
});

test('an appeal does not go to an operator who reported the person, while another could decide', async () => {
  const { app, dana } = scene;
  const [erin, alter, finn, ada, bela] = await people(app, 'erin', 'alter', 'finn', 'ada', 'bela');
  await makeOperator(app, erin);
  await makeOperator(app, finn);
  await app.pool.query(`UPDATE users SET mailbox = 'of erin' WHERE id IN ($1, $2)`, [erin.id, alter.id]);
  for (const [by, whom] of [
    [erin, ada],
    [alter, bela],
  ] as const) {
    await report(by, whom);
    ok(await act(whom, 'suspend'));
    await expect.poll(() => scene.subjects(whom)).toHaveLength(1);
    const token = appealTokenIn(app.mailbox.list(whom.email)[0]!.text);
    ok(await api(app, appeal, { body: { token, words: 'It was not me.' } }));
  }
  const waitingFor = async (who: Person) => ok(await who.api(listAppeals)).json;
  const [first] = await waitingFor(finn);
  expect((await waitingFor(finn)).map(({ userId }) => userId)).toEqual([ada.id, bela.id]);
  expect(await waitingFor(erin)).toEqual([]);
  expect(ok(await erin.api(getModerationSummary)).json.appeals).toBe(0);
  const decline = { params: { appealId: first!.id }, body: { grant: false } };
  expect((await erin.api(decideAppeal, decline)).status).toBe(404);
  // Where each has judged or reported the person, it comes to all of them after a day.
  await report(finn, ada);
  app.clock.moveBy(DAY_MS);
  const waiting = (await signInAgain(app, erin, dana)).map(waitingFor);
  for (const list of await Promise.all(waiting))
    expect(list).toMatchObject([{ userId: ada.id, ownAct: true }]);
});

test('an account that a stranger opens for an operator’s mailbox withholds no appeal from the operator', async () => {
  const { app, dana } = scene;
  const [erin, ada] = await people(app, 'erin', 'ada');
  await makeOperator(app, erin);
  await app.pool.query(`UPDATE users SET mailbox = id::text WHERE id IN ($1, $2)`, [erin.id, dana.id]);
  ok(await act(ada, 'warn'));
  // Reported at a time when it took no finished registration.
  const squatter = await person(app, 'squatter');
  await app.pool.query('UPDATE users SET mailbox = $1::text, email_validated = false WHERE id = $2', [
    erin.id,
    squatter.id,
  ]);
  await report(squatter, ada);
  await expect.poll(() => scene.subjects(ada)).toHaveLength(1);
  const token = appealTokenIn(app.mailbox.list(ada.email)[0]!.text);
  ok(await api(app, appeal, { body: { token, words: 'It was not me.' } }));
  expect(ok(await erin.api(listAppeals)).json.map(({ userId }) => userId)).toEqual([ada.id]);
});
