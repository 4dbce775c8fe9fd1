import { login } from '@herenow/contract/accounts';
import { appeal, DECISION_HEADER, decideAppeal, getDecision, listAppeals } from '@herenow/contract/appeals';
import { HOUR_MS } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import {
  getModerationStatistics,
  listCases,
  listModerationLog,
  moderate,
} from '@herenow/contract/moderation';
import { acceptPin, pinUser } from '@herenow/contract/pins';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { getUser } from '@herenow/contract/profile';
import { reportUser } from '@herenow/contract/safety';
import { accept, chatsOf, goVisible, later, meet, ok, pin, send } from '@herenow/testing/encounters';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { afterEach, beforeEach, expect, test } from 'vitest';

const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let dana: Person;
/** Whom reports are about. */
let ada: Person;
let networks = 0;
beforeEach(async () => {
  app = await startApp({ rateLimits: true, trustProxy: true });
  dana = await grown('dana');
  ada = await grown('ada');
  await makeOperator(app, dana);
});
afterEach(() => app[Symbol.asyncDispose]());

/** Somebody whose account is a month old, and who is signed in however far the clock is moved. */
async function grown(name: string): Promise<Person> {
  const one = await person(app, name);
  const since = new Date(app.clock.now().getTime() - 30 * DAY_MS);
  await app.db.updateTable('users').set({ created_at: since }).where('id', '=', one.id).execute();
  return signedIn(one);
}

const signedIn = (one: Person): Person => ({
  ...one,
  api: async (call, input) => api(app, call, { ...input, token: await tokenOf(one) }),
});

/** A network of its own each time. */
const elsewhere = () => `10.${(networks += 1)}.0.1`;

async function report(from: Person, whom = ada, { network = elsewhere(), reason = 'Underage user' } = {}) {
  const token = await tokenOf(from);
  const body = { reporterId: from.id, reportedUserId: whom.id, reason } as never;
  ok(await api(app, reportUser, { body, token, headers: { 'x-forwarded-for': network } }));
}

/** A token that is valid now, however far the clock was moved. */
async function tokenOf({ id }: Person): Promise<string> {
  return (await app.work((tx) => app.accounts.sessions.open(tx, id, { userAgent: 'test' }))).token;
}

async function hiddenUntil(whom = ada): Promise<Date | null> {
  const row = await app.db
    .selectFrom('users')
    .select('hidden_until')
    .where('id', '=', whom.id)
    .executeTakeFirst();
  return row!.hidden_until;
}
const isHidden = async (whom = ada) =>
  ((await hiddenUntil(whom))?.getTime() ?? 0) > app.clock.now().getTime();
const feedOf = async (who: Person) =>
  ok(await who.api(listFeed, { body: { userId: who.id } })).json.map(({ id }) => id);
const judge = async (whom: Person, action: 'dismiss' | 'warn') =>
  ok(await dana.api(moderate, { params: { userId: whom.id }, body: { action } }));

/** Shows a person to others, as their feeds do. */
async function shownTo(...viewers: Person[]): Promise<void> {
  await goVisible(app, ada);
  for (const viewer of viewers) {
    expect(await feedOf(viewer)).toContain(ada.id);
    await expect
      .poll(() => app.db.selectFrom('handouts').select('id').where('viewer_id', '=', viewer.id).execute())
      .not.toEqual([]);
  }
}

test('two people who were shown somebody hide them: no feed, profile or pin, on top of the queue, for a day at most', async () => {
  const [bela, chidi, eve] = [await grown('bela'), await grown('chidi'), await grown('eve')];
  const chatId = await meet(app, ada, eve);
  await report(eve, dana);
  await shownTo(bela, chidi);
  app.clock.moveBy(60_000);
  await report(bela);
  expect(await isHidden()).toBe(false);
  await report(chidi);
  const left = (await hiddenUntil())!.getTime() - app.clock.now().getTime();
  expect(left).toBeGreaterThan(DAY_MS - HOUR_MS);
  expect(left).toBeLessThanOrEqual(DAY_MS);

  expect(await feedOf(bela)).not.toContain(ada.id);
  expect((await bela.api(getUser, { params: { id: ada.id } })).status).toBe(404);
  await goVisible(app, bela);
  expect((await bela.api(pinUser, { body: { userId: bela.id, pinnedUserId: ada.id } })).status).toBe(404);
  // Chats go on.
  await send(ada, chatId, 'still here');
  await send(eve, chatId, 'so am I');
  const [first] = ok(await dana.api(listCases)).json;
  expect(first).toMatchObject({ rank: -1, user: { id: ada.id, hiddenUntil: expect.any(String) } });

  app.clock.moveBy(DAY_MS);
  await goVisible(app, ada);
  await goVisible(app, bela);
  expect(await feedOf(bela)).toContain(ada.id);
});

test('who is hidden meets nobody new, learns why and until when, and nothing of who it was', async () => {
  const [bela, chidi, eve] = [await grown('bela'), await grown('chidi'), await grown('eve')];
  await shownTo(bela, chidi, eve);
  await goVisible(app, eve);
  await goVisible(app, bela);
  await pin(ada, bela);
  const asked = await pin(eve, ada);
  for (const one of [chidi, eve]) await report(one);
  await report(bela);
  expect(await isHidden()).toBe(true);
  // The pin that waited is taken back.
  expect(await chatsOf(bela)).toEqual([]);

  const refusals = [
    await ada.api(goOnline, { body: { userId: ada.id, onlineUntil: later(app, 1) } }),
    await ada.api(pinUser, { body: { userId: ada.id, pinnedUserId: bela.id } }),
    await ada.api(acceptPin, { params: { chatId: asked } }),
  ];
  for (const { status, text } of refusals) {
    expect(status).toBe(403);
    expect(text).toMatch(/^We are checking your profile/);
  }
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(1);
  const { subject, text } = app.mailbox.list(ada.email)[0]!;
  expect(subject).toBe('We are checking your Herenow profile');
  expect(text).not.toMatch(/report|bela|chidi|eve\b/i);

  await judge(ada, 'dismiss');
  expect(await isHidden()).toBe(false);
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(2);
  await accept(ada, asked);
  ok(await ada.api(goOnline, { body: { userId: ada.id, onlineUntil: later(app, 1) } }));
});

test('ten accounts of one network are one voice, and so are new accounts', async () => {
  const crowd = [];
  for (let count = 0; count < 10; count += 1) crowd.push(await grown(`eve${count}`));
  await shownTo(...crowd);
  for (const [at, one] of crowd.entries()) await report(one, ada, { network: `10.200.7.${at + 1}` });
  const young = signedIn(await person(app, 'young'));
  await shownTo(young);
  await report(young);
  expect(await isHidden()).toBe(false);
});

test('nobody hides whom they do not know: not shown, or reported when the visit is over', async () => {
  const [bela, chidi, eve, finn] = [
    await grown('bela'),
    await grown('chidi'),
    await grown('eve'),
    await grown('finn'),
  ];
  await goVisible(app, ada);
  for (const one of [bela, chidi]) await report(one);
  await shownTo(eve, finn);
  ok(await ada.api(goOffline, { body: { userId: ada.id } }));
  for (const one of [eve, finn]) await report(one);
  expect(await isHidden()).toBe(false);
});

test('a chat is enough to know somebody, also when the visit is over; a report of another kind never hides', async () => {
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  for (const one of [bela, chidi]) await meet(app, one, ada);
  ok(await ada.api(goOffline, { body: { userId: ada.id } }));
  for (const one of [bela, chidi]) await report(one, ada, { reason: 'Spam or fake account' });
  expect(await isHidden()).toBe(false);
  for (const one of [bela, chidi]) await report(one);
  expect(await isHidden()).toBe(true);
});

test('two who conspire hide one person, and no other week after week, whether or not they are judged', async () => {
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  const victims = [ada, await grown('finn'), await grown('gail'), await grown('hugo')];
  const hide = async (victim: Person) => {
    for (const one of [bela, chidi]) await meet(app, one, victim);
    for (const one of [bela, chidi]) await report(one, victim);
    return await isHidden(victim);
  };
  expect(await hide(victims[0]!)).toBe(true);
  app.clock.moveBy(7 * DAY_MS);
  expect(await hide(victims[1]!)).toBe(false);
  // What was wrong costs longer.
  await judge(victims[0]!, 'dismiss');
  app.clock.moveBy(40 * DAY_MS);
  expect(await hide(victims[2]!)).toBe(false);
  app.clock.moveBy(91 * DAY_MS);
  expect(await hide(victims[3]!)).toBe(true);
});

test('who was right keeps the standing; of a report nothing tells the network once it is judged', async () => {
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  const second = await grown('finn');
  for (const one of [bela, chidi]) await meet(app, one, ada);
  for (const one of [bela, chidi]) await report(one);
  const networksKept = () =>
    app.db.selectFrom('reports').select('network').where('network', 'is not', null).execute();
  expect(await networksKept()).toHaveLength(2);
  await judge(ada, 'warn');
  expect(await networksKept()).toEqual([]);
  app.clock.moveBy(DAY_MS);
  for (const one of [bela, chidi]) await meet(app, one, second);
  for (const one of [bela, chidi]) await report(one, second);
  expect(await isHidden(second)).toBe(true);
});

test('two reports at the same moment hide once', async () => {
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  for (const one of [bela, chidi]) await meet(app, one, ada);
  await Promise.all([report(bela), report(chidi)]);
  expect(await isHidden()).toBe(true);
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(1);
});

/** The token of the hiding, from its mail. */
async function mailedToken(): Promise<string> {
  await expect.poll(() => app.mailbox.list(ada.email)).not.toEqual([]);
  return /\/appeal#([\w-]+)/.exec(app.mailbox.list(ada.email).at(-1)!.text)![1]!;
}

/** Returns whose reports did it. */
async function hideAda(): Promise<Person[]> {
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  for (const one of [bela, chidi]) await meet(app, one, ada);
  for (const one of [bela, chidi]) await report(one);
  expect(await isHidden()).toBe(true);
  return [bela, chidi];
}
const numbers = async () => ok(await dana.api(getModerationStatistics, { query: { days: 30 } })).json;

test('a hiding stands in the log, by no operator, is appealed like an act, and taken back', async () => {
  const eve = await grown('eve');
  await meet(app, eve, ada);
  await report(eve, ada, { reason: 'Spam or fake account' });
  const wrong = await hideAda();
  const [entry] = ok(await dana.api(listModerationLog)).json;
  expect(entry).toMatchObject({ action: 'hide', userId: ada.id, operatorId: null, reasons: [] });
  const token = await mailedToken();
  const decision = async () => ok(await api(app, getDecision, { body: { token } })).json;
  expect(await decision()).toMatchObject({ action: 'hide', reasons: [], state: 'open' });
  expect(JSON.stringify(await decision())).not.toMatch(/report|bela|chidi/i);

  ok(await api(app, appeal, { body: { token, words: 'I am 40.' } }));
  expect((await numbers()).appeals).toEqual({ granted: 0, declined: 0, waiting: 1 });
  const [waiting] = ok(await dana.api(listAppeals)).json;
  expect(waiting).toMatchObject({ userId: ada.id, ownAct: false, entry: { id: entry!.id } });
  ok(await dana.api(decideAppeal, { params: { appealId: waiting!.id }, body: { grant: true } }));
  expect(await isHidden()).toBe(false);
  expect((await decision()).state).toBe('granted');
  // The two reports were wrong, which their reporters' standing pays; one of another kind waits on.
  expect(ok(await dana.api(listCases)).json).toMatchObject([
    { user: { id: ada.id }, reports: [{ reason: 'Spam or fake account' }] },
  ]);
  expect(await numbers()).toMatchObject({
    appeals: { granted: 1, declined: 0, waiting: 0 },
    hidings: { upheld: 0, wrong: 1, waiting: 0 },
  });
  for (const one of wrong) await expect.poll(() => app.mailbox.list(one.email)).toHaveLength(1);
  app.clock.moveBy(40 * DAY_MS);
  const finn = await grown('finn');
  for (const one of wrong) await meet(app, one, finn);
  for (const one of wrong) await report(one, finn);
  expect(await isHidden(finn)).toBe(false);
});

test('an appeal that is declined leaves the reports to the case', async () => {
  await hideAda();
  ok(await api(app, appeal, { body: { token: await mailedToken(), words: 'I am 40.' } }));
  const [waiting] = ok(await dana.api(listAppeals)).json;
  ok(await dana.api(decideAppeal, { params: { appealId: waiting!.id }, body: { grant: false } }));
  expect(await isHidden()).toBe(true);
  expect((await numbers()).hidings).toEqual({ upheld: 0, wrong: 0, waiting: 1 });
});

test('who signs in while hidden is told so, and nobody once it is over; a late appeal ends no other hiding', async () => {
  await hideAda();
  const decisionAtSignIn = async () => {
    const answer = await api(app, login, { body: { email: ada.email, password: PASSWORD } });
    return ok(answer).headers.get(DECISION_HEADER);
  };
  const token = await mailedToken();
  const forgetSignIns = () => app.db.deleteFrom('sessions').where('user_id', '=', ada.id).execute();
  await forgetSignIns();
  expect(await decisionAtSignIn()).toBe(token);
  await forgetSignIns();
  app.clock.moveBy(DAY_MS + 1);
  expect(await decisionAtSignIn()).toBeNull();

  // Hidden again, a good while later: the appeal is against what is over.
  ok(await api(app, appeal, { body: { token, words: 'I am 40.' } }));
  const until = new Date(app.clock.now().getTime() + HOUR_MS);
  await app.db.updateTable('users').set({ hidden_until: until }).where('id', '=', ada.id).execute();
  const [waiting] = ok(await dana.api(listAppeals)).json;
  ok(await dana.api(decideAppeal, { params: { appealId: waiting!.id }, body: { grant: true } }));
  expect(await isHidden()).toBe(true);
});
