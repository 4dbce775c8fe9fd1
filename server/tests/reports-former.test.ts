import { login } from '@herenow/contract/accounts';
import { DAY_MS } from '@herenow/contract/constants';
import { holdCase, listCases, moderate } from '@herenow/contract/moderation';
import { rejectPin } from '@herenow/contract/pins';
import { updateUser } from '@herenow/contract/profile';
import { listFormerChats } from '@herenow/contract/former-chats';
import { listBlockedUsers } from '@herenow/contract/safety';
import { listFormerChatsSuspended, reportSuspended } from '@herenow/contract/suspended';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chatsOf, goVisible, leave, meet, ok, pin, signInAgain } from '@herenow/testing/encounters';
import { api, PASSWORD, people, person, type Person } from '@herenow/testing/people';
import { block, deleteAccount, tryReport } from '@herenow/testing/safety';
import { makeOperator, newOperator } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { registered } from './registered.ts';
import { inTheMiddleOf } from './while-locked.ts';

let app: TestApp;
let ada: Person;
let bela: Person;
beforeEach(async () => {
  app = await startApp({}, { pace: { accounts: 100 } });
  [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
});
afterEach(() => app[Symbol.asyncDispose]());

const report = async (from: Person, about: Person, more: object = {}) => {
  return (await tryReport(from, about, more)).status;
};
const formerOf = async (who: Person) =>
  ok(await who.api(listFormerChats, { params: { id: who.id } })).json.map(({ id, name }) => [id, name]);

test('a person who blocked first stays on the list for 30 days and can be reported and blocked, and nothing reveals the block', async () => {
  await meet(app, ada, bela);
  await block(ada, bela);
  ok(await ada.api(updateUser, { body: { username: 'somebody else' } }));
  expect(await formerOf(bela)).toEqual([[ada.id, 'ada']]);
  expect(await report(bela, ada, { alsoBlock: true })).toBe(200);
  expect(ok(await bela.api(listBlockedUsers, { params: { id: bela.id } })).json).toMatchObject([
    { id: ada.id },
  ]);
  // People on that list are not on the other one.
  expect(await formerOf(bela)).toEqual([]);
  const reports = await app.db.selectFrom('reports').select('reported_id').execute();
  expect(reports).toEqual([{ reported_id: ada.id }]);

  app.clock.moveBy(30 * DAY_MS);
  const [later] = await signInAgain(app, bela);
  expect(await formerOf(later)).toEqual([]);
  await expect.poll(() => app.db.selectFrom('former_chats').selectAll().execute()).toEqual([]);
});

test('the list is the same whatever ended a chat: a block, a suspension, or its time @slow', async () => {
  const [chidi, dana, erin] = await people(app, 'chidi', 'dana', 'erin');
  await makeOperator(app, erin);
  for (const one of [ada, chidi, dana]) await meet(app, bela, one);
  await block(ada, bela);
  ok(await erin.api(moderate, { params: { userId: chidi.id }, body: { action: 'suspend' } }));
  await leave(dana);
  app.clock.moveBy(DAY_MS);
  const [later] = await signInAgain(app, bela);
  await expect
    .poll(async () => (await formerOf(later)).map(([, name]) => name).toSorted())
    .toEqual(['ada', 'chidi', 'dana']);
  for (const one of [ada, chidi, dana]) expect(await report(later, one)).toBe(200);
});

test('a withdrawn pin lists its sender for the recipient, and not the other way round', async () => {
  await goVisible(app, ada);
  await goVisible(app, bela);
  await pin(ada, bela);
  await leave(ada);
  expect(await chatsOf(bela)).toEqual([]);
  expect(await formerOf(bela)).toEqual([[ada.id, 'ada']]);
  expect(await formerOf(ada)).toEqual([]);
  await block(bela, ada);
  expect(await formerOf(ada)).toEqual([]);
  // She can report them from her list of blocked users, too.
  expect(await formerOf(bela)).toEqual([]);
  expect(await report(bela, ada)).toBe(200);
});

test('a rejected pin can be reported, even if its sender blocks; people who chat again are on no list', async () => {
  await goVisible(app, ada);
  await goVisible(app, bela);
  const chatId = await pin(ada, bela);
  ok(await bela.api(rejectPin, { params: { chatId }, body: { chatId } }));
  expect(await formerOf(bela)).toEqual([[ada.id, 'ada']]);
  await block(ada, bela);
  expect(await report(bela, ada)).toBe(200);

  const chidi = await person(app, 'chidi');
  await meet(app, chidi, ada);
  await leave(chidi);
  await leave(ada);
  app.clock.moveBy(DAY_MS);
  const [adaAgain, chidiAgain] = await signInAgain(app, ada, chidi);
  await expect.poll(() => formerOf(adaAgain)).toEqual([[chidi.id, 'chidi']]);
  await meet(app, chidiAgain, adaAgain);
  expect(await formerOf(adaAgain)).toEqual([]);
});

test('the mailbox of a deleted account’s report is kept for 90 days at most @slow', async () => {
  const eve = await registered(app, 'eve@example.org');
  expect(await report(eve, ada)).toBe(200);
  await deleteAccount(eve);
  const kept = async () =>
    (await app.db.selectFrom('reports').select('reporter_mailbox').execute()).map(
      (row) => row.reporter_mailbox,
    );
  expect(await kept()).toEqual([expect.any(String)]);
  app.clock.moveBy(90 * DAY_MS + 1);
  await expect.poll(kept).toEqual([null]);
});

test('a user who leaves while an operator looks at them can still be reported by people they pinned @slow', async () => {
  const dana = await newOperator(app, 'dana');
  for (const one of [ada, bela]) await goVisible(app, one);
  await pin(ada, bela);
  const hold = () => dana.api(holdCase, { params: { userId: ada.id }, body: { hold: true } });
  ok(await hold());
  const text = 'SELECT FROM moderation_holds WHERE user_id = $1 FOR UPDATE';
  await inTheMiddleOf(app, { text, values: [ada.id] }, hold, () => leave(ada));
  expect(await formerOf(bela)).toEqual([[ada.id, 'ada']]);
});

test('a suspended user can report what happened before, even another user suspended at the same time @slow', async () => {
  const [chidi, dana, erin] = await people(app, 'chidi', 'dana', 'erin');
  await makeOperator(app, erin);
  for (const one of [bela, chidi]) await meet(app, ada, one);
  await block(ada, chidi);
  const suspend = async (who: Person) =>
    ok(await erin.api(moderate, { params: { userId: who.id }, body: { action: 'suspend', days: 7 } }));
  for (const one of [ada, bela]) await suspend(one);
  /** Returns the pass that a refused sign-in leads to. */
  const passOf = async (who: Person, password = PASSWORD) => {
    const refused = await api(app, login, { body: { email: who.email, password } });
    return /\/appeal#[\w-]+\.([\w-]+)/.exec(refused.text)?.[1];
  };
  const listed = (pass: string) => api(app, listFormerChatsSuspended, { body: { pass } });
  const reportBy = async (pass: string, whom: Person, more: object = {}) => {
    const body = { pass, reportedUserId: whom.id, reason: 'Harassment or bullying' as const, ...more };
    return (await api(app, reportSuspended, { body })).status;
  };
  expect(await passOf(ada, 'Wrong-1-password')).toBeUndefined();
  const [mine, theirs] = [(await passOf(ada))!, (await passOf(bela))!];
  expect(
    ok(await listed(mine))
      .json.map(({ id }) => id)
      .toSorted(),
  ).toEqual([bela.id, chidi.id].toSorted());
  expect(await reportBy(mine, bela, { words: 'They followed me home.' })).toBe(200);
  expect(await reportBy(theirs, ada)).toBe(200);
  // They cannot report strangers, and their reports hide nobody.
  expect(await reportBy(mine, dana)).toBe(404);
  expect(await reportBy(mine, chidi, { reason: 'Underage user' })).toBe(200);
  const { rows } = await app.pool.query(
    'SELECT count(*)::int AS voices FROM reports WHERE network IS NOT NULL',
  );
  expect(rows).toEqual([{ voices: 0 }]);
  const cases = ok(await erin.api(listCases)).json;
  expect(cases.map(({ user }) => user.id).toSorted()).toEqual([ada.id, bela.id, chidi.id].toSorted());
  expect(cases.find(({ user }) => user.id === bela.id)!.reports).toMatchObject([
    { words: 'They followed me home.', reporterId: ada.id, reporterSuspended: true },
  ]);
  // The link of the mail, a made-up pass, one that is over and one of somebody reinstated open nothing.
  await expect.poll(() => app.mailbox.list(ada.email)).not.toEqual([]);
  expect(app.mailbox.list(ada.email)[0]!.text).toMatch(/\/appeal#[\w-]+\s/);
  expect((await listed('made-up')).status).toBe(404);
  ok(await erin.api(moderate, { params: { userId: bela.id }, body: { action: 'reinstate' } }));
  expect([(await listed(theirs)).status, await reportBy(theirs, ada)]).toEqual([404, 404]);
  app.clock.moveBy(30 * 60_000);
  expect([(await listed(mine)).status, await reportBy(mine, bela)]).toEqual([404, 404]);
});

test('a person who leaves while an accomplice who reported them deletes the account stays on the list', async () => {
  const accomplice = await person(app, 'carl');
  for (const one of [ada, bela]) await goVisible(app, one);
  await pin(ada, bela);
  expect(await report(accomplice, ada)).toBe(200);
  await inTheMiddleOf(
    app,
    { text: 'SELECT FROM sessions WHERE user_id = $1 FOR UPDATE', values: [accomplice.id] },
    () => deleteAccount(accomplice),
    () => leave(ada),
  );
  expect(await formerOf(bela)).toEqual([[ada.id, 'ada']]);
});
