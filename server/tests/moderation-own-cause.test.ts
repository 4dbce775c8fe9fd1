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
import { reportUser } from '@herenow/contract/safety';
import { meet, ok, send } from '@herenow/testing/encounters';
import { people, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import { expect, test } from 'vitest';
import { deskScene } from './desk-scene.ts';

const scene = deskScene();
const { act, log } = scene;

const report = (from: Person, whom: Person, more: object = {}) =>
  from.api(reportUser, { body: { reporterId: from.id, reportedUserId: whom.id, reason: 'Other', ...more } });
const queue = async (by: Person) => ok(await by.api(listCases)).json;

test('an operator neither sees nor judges whom they have reported, while another could', async () => {
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
    ok(await report(by, whom, { fromChat: true }));
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
  // Whom every operator has reported, each may judge.
  ok(await report(dana, bela));
  expect((await queue(erin)).map(({ user }) => user.id)).toEqual([bela.id]);
  ok(await act(ada, 'dismiss'));
  ok(await erin.api(getCase, { params: { userId: ada.id } }));
  expect((await log()).map(({ action }) => action)).toEqual(['look', 'dismiss']);
});
