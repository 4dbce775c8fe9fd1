import { createUser, deleteUser, login, validateToken } from '@herenow/contract/accounts';
import type { ModerationAction } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import type { ModerationCase, ModerationEntry } from '@herenow/contract/moderation';
import {
  closeSealedCase,
  listCases,
  listModerationLog,
  listSealedCases,
  moderate,
} from '@herenow/contract/moderation';
import { goOnline } from '@herenow/contract/presence';
import { getUser } from '@herenow/contract/profile';
import { blockUser, reportUser } from '@herenow/contract/safety';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { dumpDatabase } from '@herenow/testing/dump';
import {
  accept,
  chatsOf,
  goVisible,
  later,
  meet,
  ok,
  pin,
  send,
  signInAgain,
} from '@herenow/testing/encounters';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';

let app: TestApp;
/** The operator. */
let dana: Person;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  await app.pool.query('TRUNCATE moderation_log');
  await app.db.deleteFrom('users').execute();
  dana = await person(app, 'dana');
  await makeOperator(app, dana);
});
afterAll(() => app[Symbol.asyncDispose]());

const report = (from: Person, whom: Person, reason: 'Other' | 'Harassment or bullying' = 'Other') =>
  from.api(reportUser, { body: { reporterId: from.id, reportedUserId: whom.id, reason } });
const act = (whom: { id: string }, action: ModerationAction, more: object = {}) =>
  dana.api(moderate, { params: { userId: whom.id }, body: { action, ...more } });
const cases = async () => ok(await dana.api(listCases)).json as ModerationCase[];
const log = async () => ok(await dana.api(listModerationLog)).json as ModerationEntry[];
const subjects = (who: Person) => app.mailbox.list(who.email).map(({ subject }) => subject);
const signIn = (who: Person) => api(app, login, { body: { email: who.email, password: PASSWORD } });

test('the queue shows who was reported, by whom, why, with photos and what else helps to judge', async () => {
  const ada = await person(app, 'ada', { dateOfBirth: '1990-01-01', photos: 2 });
  const [bela, chidi] = [await person(app, 'bela'), await person(app, 'chidi')];
  ok(await report(bela, ada, 'Harassment or bullying'));
  ok(await bela.api(blockUser, { body: { userId: bela.id, userToBlockId: ada.id } }));
  ok(await report(ada, chidi));
  ok(await report(chidi, ada));
  const queue = await cases();
  expect(queue).toEqual([
    {
      user: {
        id: ada.id,
        username: 'ada',
        gender: 'They/Them',
        age: app.clock.now().getUTCFullYear() - 1990,
        bio: '',
        myTags: ['coffee'],
        photos: (await ada.api(getUser, { params: { id: ada.id } })).json.photos.map(({ id, thumbhash }) => ({
          id,
          thumbhash,
          // Addresses are each viewer’s own.
          url: expect.any(String),
          srcset: expect.any(String),
        })),
        created: expect.any(String),
        suspended: false,
        suspendedUntil: null,
        hiddenUntil: null,
      },
      rank: 1,
      since: expect.any(String),
      heldBy: null,
      reports: [
        expect.objectContaining({ reason: 'Harassment or bullying', reporterId: bela.id }),
        expect.objectContaining({ reason: 'Other', reporterId: chidi.id }),
      ],
      blockedBy: 1,
      history: [],
    },
    expect.objectContaining({ user: expect.objectContaining({ id: chidi.id }), blockedBy: 0 }),
  ]);
});

test('dismissing closes what waits, is noted, and a new report waits again', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  ok(await report(bela, ada));
  const entry = ok(await act(ada, 'dismiss', { note: ' nothing in it ' })).json;
  expect(entry).toEqual({
    id: expect.any(String),
    action: 'dismiss',
    userId: ada.id,
    operatorId: dana.id,
    reasons: ['Other'],
    note: 'nothing in it',
    why: '',
    days: null,
    created: expect.any(String),
  });
  expect(await log()).toEqual([entry]);
  expect(await cases()).toEqual([]);
  ok(await report(bela, ada, 'Harassment or bullying'));
  expect(await cases()).toMatchObject([
    { reports: [{ reason: 'Harassment or bullying' }], history: [{ id: entry.id }] },
  ]);
});

test('a warning is mailed with the reasons and not with the note', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  ok(await report(bela, ada, 'Harassment or bullying'));
  ok(await act(ada, 'warn', { note: 'second time' }));
  await expect
    .poll(() => subjects(ada), { timeout: 10_000 })
    .toEqual(['A warning about your Herenow account']);
  const { text } = app.mailbox.list(ada.email)[0]!;
  expect(text).toContain('Harassment or bullying');
  expect(text).not.toMatch(/second time|bela/);
  expect((await ada.api(validateToken)).status).toBe(200);
});

test('a photo is taken off the profile, for good, and its owner told', async () => {
  const ada = await person(app, 'ada', { photos: 3 });
  const photosOf = async () => (await ada.api(getUser, { params: { id: ada.id } })).json.photos;
  const [first, second, third] = await photosOf();
  ok(await act(ada, 'remove-photo', { photoId: second!.id }));
  expect(await photosOf()).toEqual([first, third]);
  await expect
    .poll(() => subjects(ada), { timeout: 10_000 })
    .toEqual(['One of your Herenow photos was removed']);
  const answer = await act(ada, 'remove-photo', { photoId: second!.id });
  expect([answer.status, answer.text]).toEqual([404, 'Photo not found']);
  expect(await log()).toHaveLength(1);
});

describe('suspending', () => {
  test('ends sessions, sockets and presence, takes the chats away, and hides the person from all', async () => {
    const [ada, bela, chidi] = [
      await person(app, 'ada'),
      await person(app, 'bela'),
      await person(app, 'chidi'),
    ];
    const chatId = await meet(app, ada, bela);
    await send(bela, chatId, 'hello');
    await goVisible(app, chidi);
    const pending = await pin(chidi, ada);
    await using adaTab = await connectStomp({ url: app.url, token: ada.token });
    await using belaTab = await connectStomp({ url: app.url, token: bela.token });
    await using chidiTab = await connectStomp({ url: app.url, token: chidi.token });

    ok(await act(ada, 'suspend'));

    expect(await adaTab.closed).toEqual({ code: 1008, reason: 'session ended' });
    expect(await belaTab.nextEvent('chats-gone')).toEqual({ chatId });
    expect(await chidiTab.nextEvent('chats-gone')).toEqual({ chatId: pending });
    expect((await ada.api(validateToken)).status).toBe(401);
    expect(await signIn(ada)).toMatchObject({ status: 403, text: expect.stringContaining('suspended') });
    for (const other of [bela, chidi]) {
      expect(await chatsOf(other)).toEqual([]);
      expect((await other.api(getUser, { params: { id: ada.id } })).status).toBe(404);
      const feed = ok(await other.api(listFeed, { body: { userId: other.id } })).json as { id: string }[];
      expect(feed.map(({ id }) => id)).not.toContain(ada.id);
    }
    const dump = (await dumpDatabase(app.pool)).filter((line) => line.includes(ada.id));
    const tables = new Set(dump.map((line) => line.split(' ')[0]));
    for (const table of ['presences', 'chats', 'messages']) expect(tables).not.toContain(`public.${table}`);
    await expect
      .poll(() => subjects(ada), { timeout: 10_000 })
      .toEqual(['Your Herenow account is suspended']);
  });

  test('holds against whatever comes in at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
      for (const one of [ada, bela]) await goVisible(app, one);
      await Promise.allSettled([
        act(ada, 'suspend'),
        pin(ada, bela),
        pin(bela, ada).then((chatId) => accept(ada, chatId)),
        ada.api(goOnline, { body: { userId: ada.id, onlineUntil: later(app, 2) } }),
        signIn(ada),
      ]);
      expect(await chatsOf(bela)).toEqual([]);
      const left = await app.db.selectFrom('presences').selectAll().where('user_id', '=', ada.id).execute();
      expect(left).toEqual([]);
      const sessions = app.db.selectFrom('sessions').select('id').where('user_id', '=', ada.id);
      expect(await sessions.where('ended_at', 'is', null).execute()).toEqual([]);
    }
  });

  test('can be taken back: the person signs in again and meets people anew', async () => {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
    await meet(app, ada, bela);
    ok(await act(ada, 'suspend'));
    ok(await act(ada, 'reinstate'));
    expect((await signIn(ada)).status).toBe(200);
    const [again] = await signInAgain(app, ada);
    await meet(app, again, bela);
    expect((await log()).map(({ action }) => action)).toEqual(['reinstate', 'suspend']);
    await expect
      .poll(() => subjects(ada), { timeout: 10_000 })
      .toContain('Your Herenow account is open again');
  });
});

test('deleting leaves nothing of the person; the log keeps what was done and why', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await meet(app, ada, bela);
  ok(await report(bela, ada));
  ok(await act(ada, 'warn'));
  ok(await report(bela, ada));
  ok(await act(ada, 'delete', { note: 'as announced' }));
  expect(await log()).toMatchObject([
    { action: 'delete', userId: null, operatorId: dana.id, reasons: ['Other'], note: 'as announced' },
    { action: 'warn', userId: null },
  ]);
  const traces = async () =>
    (await dumpDatabase(app.pool)).filter((line) => line.includes(ada.id) || line.includes(ada.email));
  await expect.poll(traces, { timeout: 10_000 }).toEqual([]);
  expect((await signIn(ada)).status).toBe(401);
});

const sealed = async () => ok(await dana.api(listSealedCases)).json;
const close = (caseId: string, action: 'dismiss' | 'suspend') =>
  dana.api(closeSealedCase, { params: { caseId }, body: { action, note: 'seen' } });
const register = (email: string) =>
  api(app, createUser, {
    body: { email, password: PASSWORD, location: { type: 'Point', coordinates: [13.4, 52.5] } },
  });

describe('who deletes the account does not escape', () => {
  test('reports that wait, which are sealed for 90 days', async () => {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
    const chatId = await meet(app, ada, bela);
    await send(ada, chatId, 'an unkind word');
    const body = { reporterId: bela.id, reportedUserId: ada.id, reason: 'Harassment or bullying' as const };
    ok(await bela.api(reportUser, { body: { ...body, words: 'again and again', fromChat: true } }));
    ok(await ada.api(deleteUser, { params: { id: ada.id } }));
    const traces = async () =>
      (await dumpDatabase(app.pool)).filter((line) =>
        [ada.id, ada.email, 'again and again', 'an unkind word'].some((text) => line.includes(text)),
      );
    await expect.poll(traces, { timeout: 10_000 }).toEqual([]);
    const [one, ...more] = await sealed();
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      username: 'ada',
      reports: [
        {
          reason: 'Harassment or bullying',
          words: 'again and again',
          messages: [{ content: 'an unkind word', byReported: true }],
        },
      ],
    });
    expect((await bela.api(listSealedCases)).status).toBe(404);
    ok(await close(one!.id, 'suspend'));
    expect(await sealed()).toEqual([]);
    expect((await close(one!.id, 'dismiss')).status).toBe(404);
    expect(await log()).toMatchObject([
      { action: 'suspend', userId: null, reasons: ['Harassment or bullying'], note: 'seen' },
    ]);
    expect((await register(ada.email.replace('@', '+2@'))).status).toBe(400);
  });

  test('a suspension, whatever the spelling of the address', async () => {
    const email = 'eve.il@gmail.com';
    ok(await register(email));
    ok(await register('eveil+2@gmail.com'));
    const [eve, second] = await app.db
      .selectFrom('users')
      .select('id')
      .orderBy('created_at')
      .execute()
      .then((rows) => rows.slice(1));
    ok(await act(eve!, 'suspend'));
    const signInAs = (address: string) => api(app, login, { body: { email: address, password: PASSWORD } });
    expect((await signInAs('eveil+2@gmail.com')).status).toBe(403);
    const spellings = [
      email,
      'eveil@gmail.com',
      'eve.il+3@gmail.com',
      'EVEIL@googlemail.com',
      'e.v.e.i.l@gmail.com',
    ];
    for (const spelling of spellings)
      expect(await register(spelling)).toMatchObject({
        status: 400,
        text: 'User with same email already exists.',
      });
    ok(await act(eve!, 'delete'));
    ok(await act(second!, 'delete'));
    for (const spelling of spellings) expect((await register(spelling)).status).toBe(400);
    app.clock.moveBy(90 * 24 * 3_600_000);
    expect((await register('eveil@gmail.com')).status).toBe(200);
  });
});

test('the queue has pages', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, (_, n) => person(app, `chidi${n}`)));
  const bela = await person(app, 'bela');
  for (const one of people) ok(await report(bela, one));
  const page = async (query: object) =>
    (ok(await dana.api(listCases, { query })).json as ModerationCase[]).map(({ user }) => user.id);
  const first = await page({ limit: 2 });
  const second = await page({ limit: 2, after: first[1] });
  const third = await page({ limit: 2, after: second[1] });
  expect([...first, ...second, ...third]).toEqual(people.map(({ id }) => id));
  expect(await page({ after: third[0] })).toEqual([]);
});

describe('refused, with nothing done and nothing noted', () => {
  test.each<[string, (ada: Person) => { id: string }, object, number, string]>([
    ['no action', (ada) => ada, {}, 400, 'Please choose what to do'],
    ['an unknown action', (ada) => ada, { action: 'shout' }, 400, 'Please choose what to do'],
    [
      'a note that is too long',
      (ada) => ada,
      { action: 'warn', note: 'x'.repeat(1001) },
      400,
      'Notes can have up to 1,000 characters.',
    ],
    ['oneself', () => dana, { action: 'suspend' }, 400, 'You cannot moderate yourself.'],
    ['nobody', () => ({ id: newId() }), { action: 'warn' }, 404, 'User not found'],
    ['what is no id', () => ({ id: 'ada' }), { action: 'warn' }, 404, 'User not found'],
    ['dismissing nothing', (ada) => ada, { action: 'dismiss' }, 409, 'No report on this person waits.'],
    ['a photo without its id', (ada) => ada, { action: 'remove-photo' }, 404, 'Photo not found'],
    [
      'a photo of somebody else',
      (ada) => ada,
      { action: 'remove-photo', photoId: newId() },
      404,
      'Photo not found',
    ],
    [
      'reinstating who is not suspended',
      (ada) => ada,
      { action: 'reinstate' },
      409,
      'This person is not suspended.',
    ],
  ])('%s', async (_, whom, body, status, text) => {
    const ada = await person(app, 'ada');
    const answer = await dana.api(moderate, { params: { userId: whom(ada).id }, body: body as never });
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(await log()).toEqual([]);
    expect((await ada.api(validateToken)).status).toBe(200);
  });

  test('suspending twice; a refusal leaves reports waiting', async () => {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
    ok(await act(ada, 'suspend'));
    const twice = await act(ada, 'suspend');
    expect([twice.status, twice.text]).toEqual([409, 'This person is suspended already.']);
    ok(await report(dana, bela));
    expect((await act(bela, 'reinstate')).status).toBe(409);
    expect(await cases()).toHaveLength(1);
  });
});

test('the log is read page by page', async () => {
  const ada = await person(app, 'ada');
  for (let time = 0; time < 3; time++) ok(await act(ada, 'warn', { note: String(time) }));
  const page = async (query: object) =>
    (ok(await dana.api(listModerationLog, { query })).json as ModerationEntry[]).map(({ note }) => note);
  expect(await page({})).toEqual(['2', '1', '0']);
  expect(await page({ limit: 1 })).toEqual(['2']);
  expect(await page({ before: (await log())[0]!.id, limit: 1 })).toEqual(['1']);
  for (const query of [{ limit: 0 }, { limit: 201 }, { limit: 'all' }, { before: 'first' }])
    expect((await dana.api(listModerationLog, { query: query as never })).status).toBe(400);
});
