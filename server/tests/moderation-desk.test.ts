import { deleteUser, login, validateToken } from '@herenow/contract/accounts';
import { editMessage } from '@herenow/contract/chats';
import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
import {
  exportModerationLog,
  getCase,
  getModerationStatistics,
  getModerationSummary,
  holdCase,
  listCases,
  listModerationLog,
  moderate,
  moderateMany,
} from '@herenow/contract/moderation';
import { updateUser } from '@herenow/contract/profile';
import { meet, ok, recordOf, send, signInAgain } from '@herenow/testing/encounters';
import { api, PASSWORD, people, person, type Person } from '@herenow/testing/people';
import { report } from '@herenow/testing/safety';
import { makeOperator } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOperatorCommand } from '../src/features/moderation/index.ts';
import { newId } from '../src/lib/ids.ts';

let app: TestApp;
let dana: Person;
let erin: Person;
beforeEach(async () => {
  // The sweep of what is kept for a limited time runs all the time.
  app = await startApp({}, { pace: { accounts: 100, retrySeconds: 0 } });
  [dana, erin] = [await person(app, 'dana'), await person(app, 'erin')];
  for (const one of [dana, erin]) await makeOperator(app, one);
});
afterEach(() => app[Symbol.asyncDispose]());

const act = (by: Person, whom: Person, body: object) =>
  by.api(moderate, { params: { userId: whom.id }, body: { action: 'dismiss', ...body } });
const hold = (by: Person, whom: Person, on = true) =>
  by.api(holdCase, { params: { userId: whom.id }, body: { hold: on } });
const signIn = (who: Person) => api(app, login, { body: { email: who.email, password: PASSWORD } });
const queue = async () => ok(await dana.api(listCases)).json.map(({ user }) => user.username);

test('the queue is sorted by severity, then by waiting time, page by page', async () => {
  const reporter = await person(app, 'reporter');
  const names = ['spam', 'photos', 'words', 'young', 'late'];
  const people = new Map<string, Person>();
  for (const name of names) people.set(name, await person(app, name));
  for (const [name, reason] of [
    ['spam', 'Spam or fake account'],
    ['photos', 'Inappropriate photos'],
    ['words', 'Inappropriate messages'],
    ['late', 'Harassment or bullying'],
    ['young', 'Underage user'],
  ] as const) {
    await report(reporter, people.get(name)!, { reason });
    app.clock.moveBy(1000);
  }
  expect(await queue()).toEqual(['young', 'words', 'late', 'photos', 'spam']);
  const after = people.get('words')!.id;
  const rest = ok(await dana.api(listCases, { query: { after, limit: 2 } })).json;
  expect(rest.map(({ user }) => user.username)).toEqual(['late', 'photos']);
  expect(ok(await dana.api(getModerationSummary)).json).toMatchObject({ cases: 5, underage: 1, sealed: 0 });
});

test('a case shows the text, the messages with deleted contents, and how often the reporter was right', async () => {
  const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
  await report(bela, chidi);
  ok(await act(dana, chidi, { action: 'warn' }));
  const chatId = await meet(app, ada, bela);
  const { id } = await send(ada, chatId, 'an insult');
  ok(await ada.api(editMessage, { body: { id, chatId, senderId: ada.id, content: 'nothing' } }));
  await report(bela, ada, { words: 'Look.', messageId: id });

  const file = ok(await dana.api(getCase, { params: { userId: ada.id } })).json;
  expect(file.reports).toMatchObject([
    {
      words: 'Look.',
      reporterMade: 2,
      reporterJudged: 1,
      reporterUpheld: 1,
      messages: [{ byReported: true, reported: true, content: 'nothing', earlier: ['an insult'] }],
    },
  ]);
  expect(file.signIns).toMatchObject({ devices: 1, lastMonth: 1 });
  expect(JSON.stringify(file)).not.toMatch(/@example\.org|coordinates|"cell"/);
  expect((await bela.api(getCase, { params: { userId: ada.id } })).status).toBe(404);

  ok(await act(dana, ada, { action: 'warn' }));
  app.clock.moveBy(31 * DAY_MS);
  await expect.poll(async () => (await app.pool.query('SELECT 1 FROM report_messages')).rows).toEqual([]);
});

test('many messages of one report do not crowd out those of another', async () => {
  const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
  const now = app.clock.now().getTime();
  for (const [from, count, sentAt] of [
    [bela, 1000, now],
    [chidi, 1, now + 1],
  ] as const) {
    await report(from, ada);
    await app.pool.query(
      `INSERT INTO report_messages (report_id, message_id, by_reported, reported, content, earlier, sent_at, deleted)
       SELECT r.id, gen_random_uuid(), true, false, 'one', '{}', $3, false
       FROM reports r, generate_series(1, $2::int) WHERE r.reporter_id = $1`,
      [from.id, count, new Date(sentAt)],
    );
  }
  const { reports } = ok(await dana.api(getCase, { params: { userId: ada.id } })).json;
  expect(reports.map(({ messages }) => messages.length)).toEqual([1000, 1]);
});

test('two operators never hold the same case: the second is refused until it is released or ten minutes are over', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await report(bela, ada);
  const answers = await Promise.all([hold(dana, ada), hold(erin, ada)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [first, second] = answers[0]!.status === 200 ? [dana, erin] : [erin, dana];
  expect(await act(second, ada, {})).toMatchObject({
    status: 409,
    text: 'Someone else is looking at this case.',
  });
  expect(ok(await second.api(listCases)).json).toMatchObject([{ heldBy: first.id }]);
  ok(await hold(first, ada, false));
  ok(await hold(second, ada));
  app.clock.moveBy(10 * 60_000 + 1);
  ok(await act(first, ada, {}));
});

test('a temporary suspension shows why and until when, and ends by itself', async () => {
  const ada = await person(app, 'ada');
  ok(await act(dana, ada, { action: 'suspend', days: 3, why: 'You threatened somebody.' }));
  expect((await ada.api(validateToken)).status).toBe(401);
  const refused = await signIn(ada);
  expect(refused.status).toBe(403);
  expect(refused.text).toMatch(
    /^This account is suspended until \d+ \w+ \d{4}: You threatened somebody\. If you/,
  );
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(1);
  expect(app.mailbox.list(ada.email)[0]!.text).toContain('You threatened somebody');

  app.clock.moveBy(3 * DAY_MS - HOUR_MS);
  expect((await signIn(ada)).status).toBe(403);
  app.clock.moveBy(HOUR_MS);
  await expect.poll(async () => (await signIn(ada)).status).toBe(200);
  const [again] = await signInAgain(app, dana);
  expect(ok(await again.api(listModerationLog)).json).toMatchObject([{ action: 'suspend', days: 3 }]);
});

test('a name is removed with the text, and its owner chooses another', async () => {
  const ada = await person(app, 'pills');
  ok(await ada.api(updateUser, { body: { bio: 'Pills, cheap' } }));
  ok(await act(dana, ada, { action: 'remove-name', why: 'It is an advertisement.' }));
  expect(await recordOf(ada)).toMatchObject({
    username: 'Somebody',
    bio: '',
  });
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(1);
});

test('a reporter is told once that the report was looked at, and not what was done', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await report(bela, ada);
  ok(await act(dana, ada, { action: 'suspend', why: 'A secret reason' }));
  await expect.poll(() => app.mailbox.list(bela.email)).toHaveLength(1);
  const { subject, text } = app.mailbox.list(bela.email)[0]!;
  expect(subject).toBe('We looked at your report');
  expect(text).not.toMatch(/secret|suspend|ada/);
});

test('the log can be filtered, exported and counted, and changed by nobody', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await report(bela, ada);
  ok(await act(dana, ada, { action: 'warn', note: '=1+1' }));
  ok(await act(erin, bela, { action: 'suspend' }));
  const filtered = async (query: object) =>
    ok(await dana.api(listModerationLog, { query })).json.map(({ action }) => action);
  expect(await filtered({ action: 'warn' })).toEqual(['warn']);
  expect(await filtered({ operatorId: erin.id })).toEqual(['suspend']);
  expect(await filtered({ userId: ada.id })).toEqual(['warn']);

  const file = await fetch(new URL(exportModerationLog.path, app.url), { headers: dana.headers });
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="moderation-.*\.csv"$/);
  const lines = (await file.text()).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain(`"'=1+1"`);
  // What only contains such a sign stays as it is.
  expect(lines[2]).toContain(`"${ada.id}"`);

  expect(ok(await dana.api(getModerationStatistics, { query: { days: 30 } })).json).toMatchObject({
    reports: [{ name: 'Other', count: 1 }],
    acts: [
      { name: 'suspend', count: 1 },
      { name: 'warn', count: 1 },
    ],
    upheldShare: 1,
    medianHours: expect.any(Number),
  });
  for (const change of ["UPDATE moderation_log SET note = ''", 'DELETE FROM moderation_log'])
    await expect(app.pool.query(change)).rejects.toThrow('The log of moderation keeps its entries.');
});

test('the log tells former operators apart, and nothing links what they did to the deleted accounts', async () => {
  const [ada, bela, filip, greta] = await people(app, 'ada', 'bela', 'filip', 'greta');
  for (const one of [filip, greta]) await makeOperator(app, one);
  for (const whom of [ada, bela]) ok(await act(filip, whom, { action: 'warn' }));
  ok(await act(greta, ada, { action: 'warn' }));
  for (const one of [filip, greta]) {
    await readOperatorCommand(['remove', one.email])!(app.db, app.clock.now());
    ok(await one.api(deleteUser, { params: { id: one.id } }));
  }
  const log = async (query = {}) => ok(await dana.api(listModerationLog, { query })).json;
  const [last, ...first] = await log();
  expect(first.map(({ formerOperator }) => formerOperator)).toEqual(Array(2).fill(expect.any(String)));
  const former = first[0]!.formerOperator!;
  expect(first[1]!.formerOperator).toBe(former);
  const names = [former, last!.formerOperator, filip.id, greta.id];
  expect(new Set(names).size).toBe(4);
  expect(await log({ operatorId: former })).toEqual(first);
  expect(await log({ operatorId: filip.id })).toEqual([]);
  const file = await fetch(new URL(exportModerationLog.path, app.url), { headers: dana.headers });
  expect((await file.text()).split(former)).toHaveLength(3);
  for (const operator of [dana, greta])
    await expect(
      app.pool.query('UPDATE moderation_log SET former_operator = $1', [operator.id]),
    ).rejects.toThrow('The log of moderation keeps its entries.');
});

test('many people are judged at once, each separately, without those held by another operator', async () => {
  const [ada, bela, chidi, gone] = await people(app, 'ada', 'bela', 'chidi', 'gone');
  for (const one of [ada, bela, chidi]) await report(gone, one, { reason: 'Spam or fake account' });
  ok(await hold(erin, bela));
  const body = {
    userIds: [ada.id, bela.id, chidi.id, ada.id, gone.id, dana.id],
    action: 'dismiss' as const,
    note: 'a wave',
  };
  const { entries, refused } = ok(await dana.api(moderateMany, { body })).json;
  expect(entries.map(({ userId, note }) => [userId, note])).toEqual([
    [ada.id, 'a wave'],
    [chidi.id, 'a wave'],
  ]);
  expect(refused).toEqual([
    { userId: bela.id, text: 'Someone else is looking at this case.' },
    { userId: gone.id, text: 'There’s no report about this person to decide.' },
    { userId: dana.id, text: 'You cannot moderate yourself.' },
  ]);
  expect(await queue()).toEqual(['bela']);
  expect(ok(await dana.api(listModerationLog)).json).toHaveLength(2);

  const spammers = { userIds: [ada.id, chidi.id], action: 'suspend' as const, why: 'Spam.' };
  ok(await dana.api(moderateMany, { body: spammers }));
  for (const one of [ada, chidi]) expect((await one.api(validateToken)).status).toBe(401);
  for (const userIds of [[], Array.from({ length: 51 }, () => newId())])
    expect((await dana.api(moderateMany, { body: { userIds, action: 'dismiss' } })).status).toBe(400);
});
