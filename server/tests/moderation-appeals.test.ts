import { DECISION_HEADER, login, validateToken } from '@herenow/contract/accounts';
import { appeal, decideAppeal, getDecision, listAppeals } from '@herenow/contract/appeals';
import { DAY_MS } from '@herenow/contract/constants';
import { getModerationSummary, listModerationLog, moderate } from '@herenow/contract/moderation';
import { reportUser } from '@herenow/contract/safety';
import { ok, signInAgain } from '@herenow/testing/encounters';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOperatorCommand } from '../src/features/moderation/index.ts';
import { appealTokenIn } from './appeal-token.ts';
import { countDeadlocks, inTheMiddleOf } from './while-locked.ts';

let app: TestApp;
let ada: Person;
let dana: Person;
let erin: Person;
beforeEach(async () => {
  app = await startApp({}, { pace: { accounts: 100, retrySeconds: 0 } });
  [ada, dana, erin] = [await person(app, 'ada'), await person(app, 'dana'), await person(app, 'erin')];
  await operator(dana);
});
afterEach(() => app[Symbol.asyncDispose]());

const operator = (who: Person) => makeOperator(app, who);
const act = (by: Person, body: object, whom = ada) =>
  by.api(moderate, { params: { userId: whom.id }, body: { action: 'warn', ...body } });
const signIn = (who: Person) => api(app, login, { body: { email: who.email, password: PASSWORD } });
const say = (token: string, words = 'It was a joke.') => api(app, appeal, { body: { token, words } });
const look = (token: string) => api(app, getDecision, { body: { token } });
const waitingFor = async (who: Person) => ok(await who.api(listAppeals)).json;
const decide = (by: Person, appealId: string, body: object) =>
  by.api(decideAppeal, { params: { appealId }, body: { grant: true, ...body } });
const mails = (who = ada) => app.mailbox.list(who.email);

async function mailsQueued({ id }: Person): Promise<number> {
  const { rows } = await app.pool.query(
    `SELECT FROM pgboss.job WHERE name = 'mail' AND data ->> 'userId' = $1`,
    [id],
  );
  return rows.length;
}

/** Returns the token of the latest decision, from its mail. */
async function mailedToken(): Promise<string> {
  await expect.poll(() => mails()).toHaveLength(1);
  return appealTokenIn(mails()[0]!.text);
}

test('a suspended user reads why by mail and at sign-in, and can appeal without a session, once', async () => {
  await operator(erin);
  ok(await act(dana, { action: 'suspend', days: 30, why: 'You threatened somebody', note: 'a secret' }));
  expect((await ada.api(validateToken)).status).toBe(401);
  const token = await mailedToken();
  const refused = await signIn(ada);
  expect(refused.status).toBe(403);
  expect(appealTokenIn(refused.text)).toBe(token);

  expect(ok(await look(token)).json).toEqual({
    action: 'suspend',
    why: 'You threatened somebody',
    reasons: [],
    days: 30,
    texts: [],
    created: expect.any(String),
    state: 'open',
  });
  const twice = await Promise.all([say(token), say(token)]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(ok(await look(token)).json.state).toBe('waiting');

  // The operator who suspended her does not judge the appeal.
  expect(await waitingFor(dana)).toEqual([]);
  expect(ok(await dana.api(getModerationSummary)).json.appeals).toBe(0);
  const [one] = await waitingFor(erin);
  expect(one).toMatchObject({ words: 'It was a joke.', ownAct: false, entry: { operatorId: dana.id } });
  expect((await decide(dana, one!.id, {})).status).toBe(404);
  const answers = await Promise.all([decide(erin, one!.id, {}), decide(erin, one!.id, { grant: false })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test('the owner is told, once, when somebody appeals with a leaked link', async () => {
  ok(await act(dana, { why: 'Be kind.' }));
  const token = await mailedToken();
  await Promise.all([say(token, 'I deserve it.'), say(token)]);
  await expect
    .poll(() => mails().map(({ subject }) => subject))
    .toEqual(['We got your Herenow appeal', 'A warning about your Herenow account']);
  expect(mails()[0]!.text).not.toContain('deserve');
});

test('a granted appeal ends the suspension, a declined one does not, and both are mailed and logged', async () => {
  await operator(erin);
  const bela = await person(app, 'bela');
  for (const whom of [ada, bela]) {
    ok(await act(dana, { action: 'suspend', days: 3 }, whom));
    await expect.poll(() => mails(whom)).toHaveLength(1);
    ok(await say(appealTokenIn(mails(whom)[0]!.text)));
  }
  const [first, second] = await waitingFor(erin);
  ok(await decide(erin, first!.id, { why: 'We misread it.', note: 'n' }));
  ok(await decide(erin, second!.id, { grant: false }));
  // That she was suspended, that her appeal came in, and what became of it.
  expect(await mailsQueued(ada)).toBe(3);
  expect((await signIn(ada)).status).toBe(200);
  expect((await signIn(bela)).status).toBe(403);
  await expect.poll(() => mails().map(({ subject }) => subject)).toContain('Your Herenow appeal was granted');
  const granted = mails().find(({ subject }) => subject.includes('granted'))!.text;
  expect(granted).toContain('We misread it.');
  expect(granted).toContain('You can log in as before.');
  await expect
    .poll(() => mails(bela).map(({ subject }) => subject))
    .toContain('Your Herenow appeal was declined');
  expect(ok(await look(appealTokenIn(mails(bela).at(-1)!.text))).json.state).toBe('declined');
  expect(ok(await dana.api(listModerationLog)).json.map(({ action }) => action)).toEqual([
    'decline-appeal',
    'grant-appeal',
    'suspend',
    'suspend',
  ]);
});

test('an old appeal that is granted does not end a later suspension @slow', async () => {
  await operator(erin);
  ok(await act(dana, { action: 'suspend', days: 3 }));
  const token = await mailedToken();
  ok(await act(dana, { action: 'reinstate' }));
  ok(await act(dana, { action: 'suspend' }));
  ok(await say(token));
  const [one] = await waitingFor(erin);
  ok(await decide(erin, one!.id, {}));
  expect((await signIn(ada)).status).toBe(403);
});

test('an appeal granted while the suspension is made endless does not end it', async () => {
  await operator(erin);
  ok(await act(dana, { action: 'suspend', days: 3 }));
  ok(await say(await mailedToken()));
  const [one] = await waitingFor(erin);
  const bela = await person(app, 'bela');
  const report = { reporterId: bela.id, reportedUserId: ada.id, reason: 'Other' } as const;
  ok(await bela.api(reportUser, { body: report }));
  // The second decision has locked ada, and closes the report next.
  const lock = { text: 'SELECT FROM reports WHERE reported_id = $1 FOR UPDATE', values: [ada.id] };
  await inTheMiddleOf(
    app,
    lock,
    async () => ok(await act(dana, { action: 'suspend' })),
    async () => ok(await decide(erin, one!.id, {})),
  );
  expect((await signIn(ada)).status).toBe(403);
});

test('an appeal decided while its person is being deleted is gone, and the two do not deadlock', async () => {
  await operator(erin);
  ok(await act(dana, { why: 'Be kind.' }));
  ok(await say(await mailedToken()));
  const [one] = await waitingFor(erin);
  const bela = await person(app, 'bela');
  const report = { reporterId: bela.id, reportedUserId: ada.id, reason: 'Other' } as const;
  ok(await bela.api(reportUser, { body: report }));
  const before = await countDeadlocks(app);
  // The deletion has locked ada, and closes the report next.
  const lock = { text: 'SELECT FROM reports WHERE reported_id = $1 FOR UPDATE', values: [ada.id] };
  let decided: { status: number } | undefined;
  await inTheMiddleOf(
    app,
    lock,
    async () => ok(await act(dana, { action: 'delete' })),
    async () => (decided = await decide(erin, one!.id, { grant: false })),
  );
  expect(decided!.status).toBe(404);
  expect(await countDeadlocks(app)).toBe(before);
});

test('with a single operator, an appeal waits a day and then comes to the same one, marked @slow', async () => {
  ok(await act(dana, { why: 'Be kind.' }));
  ok(await say(await mailedToken()));
  expect(await waitingFor(dana)).toEqual([]);
  app.clock.moveBy(DAY_MS - 60_000);
  const [again] = await signInAgain(app, dana);
  expect(await waitingFor(again)).toEqual([]);
  app.clock.moveBy(60_000);
  expect(await waitingFor(again)).toMatchObject([{ ownAct: true }]);
  // An operator joins who has not acted before.
  const [fresh] = await signInAgain(app, erin);
  await operator(fresh);
  expect(await waitingFor(again)).toEqual([]);
  expect(await waitingFor(fresh)).toMatchObject([{ ownAct: false }]);
  await readOperatorCommand(['remove', fresh.email])!(app.db, app.clock.now());
  const [one] = await waitingFor(again);
  ok(await decide(again, one!.id, { grant: false }));
});

test('a decision made while the user was away is shown at the next sign-in, once', async () => {
  ok(await act(dana, { why: 'Be kind.' }));
  const first = await signIn(ada);
  const token = first.headers.get(DECISION_HEADER)!;
  expect(ok(await look(token)).json).toMatchObject({ action: 'warn', why: 'Be kind.' });
  expect((await signIn(ada)).headers.get(DECISION_HEADER)).toBeNull();
});

test.each<[string, (token: string) => string]>([
  ['nothing', () => ''],
  ['another entry', (token) => `AAAA${token.slice(4)}`],
  ['another signature', (token) => `${token.slice(0, -4)}AAAA`],
  ['too much', (token) => `${token}AAAA`],
])('a link that names %s opens nothing', async (_, forge) => {
  ok(await act(dana, {}));
  const forged = forge(await mailedToken());
  for (const answer of [await look(forged), await say(forged)])
    expect([answer.status, answer.text]).toEqual([404, 'This link isn’t valid or has expired.']);
});

test('appeals that are late, too long, empty, or for a deleted account are refused @slow', async () => {
  ok(await act(dana, {}));
  const token = await mailedToken();
  expect(await say(token, ' ')).toMatchObject({
    status: 400,
    text: 'Please say what we should look at again.',
  });
  expect(await say(token, 'x'.repeat(1001))).toMatchObject({
    status: 400,
    text: 'Please say it in up to 1,000 characters.',
  });
  app.clock.moveBy(180 * DAY_MS + 1);
  expect(ok(await look(token)).json.state).toBe('over');
  expect((await say(token)).status).toBe(404);
  const [again] = await signInAgain(app, dana);
  ok(await act(again, { action: 'delete' }));
  expect((await look(token)).status).toBe(404);
});
