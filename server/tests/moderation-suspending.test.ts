import { DAY_MS } from '@herenow/contract/constants';
import { createUser, login, validateToken } from '@herenow/contract/accounts';
import { goOnline } from '@herenow/contract/presence';
import { getUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { deleteSuspended, listFormerChatsSuspended, reportSuspended } from '@herenow/contract/suspended';
import { describe, expect, test } from 'vitest';
import { dumpDatabase } from '@herenow/testing/dump';
import {
  accept,
  chatsOf,
  feedOf,
  goVisible,
  later,
  meet,
  ok,
  pin,
  send,
  signInAgain,
  visiblePeople,
} from '@herenow/testing/encounters';
import { api, BERLIN, PASSWORD, people, person } from '@herenow/testing/people';
import { setUpSecondFactor } from '@herenow/testing/second-factor';
import { connectStomp } from '@herenow/testing/stomp-client';
import { deskScene } from './desk-scene.ts';
import { resetByMail } from './mailed-codes.ts';
import { opened, registered, verify } from './registered.ts';
import { countWaiting } from './while-locked.ts';

const scene = deskScene();
const { act, log, signIn, subjects } = scene;

describe('suspending', () => {
  test('ends sessions, sockets and presence, removes the chats, and hides the person from everybody', async () => {
    const [ada, bela, chidi] = await people(scene.app, 'ada', 'bela', 'chidi');
    const chatId = await meet(scene.app, ada, bela);
    await send(bela, chatId, 'hello');
    await goVisible(scene.app, chidi);
    const pending = await pin(chidi, ada);
    await using adaTab = await connectStomp({ url: scene.app.url, token: ada.token });
    await using belaTab = await connectStomp({ url: scene.app.url, token: bela.token });
    await using chidiTab = await connectStomp({ url: scene.app.url, token: chidi.token });

    ok(await act(ada, 'suspend'));

    expect(await adaTab.closed).toEqual({ code: 1008, reason: 'session ended' });
    expect(await belaTab.nextEvent('chats-gone')).toEqual({ chatId });
    expect(await chidiTab.nextEvent('chats-gone')).toEqual({ chatId: pending });
    expect((await ada.api(validateToken)).status).toBe(401);
    expect(await signIn(ada)).toMatchObject({ status: 403, text: expect.stringContaining('suspended') });
    for (const other of [bela, chidi]) {
      expect(await chatsOf(other)).toEqual([]);
      expect((await other.api(getUser, { params: { id: ada.id } })).status).toBe(404);
      const feed = await feedOf(other);
      expect(feed.map(({ id }) => id)).not.toContain(ada.id);
    }
    const dump = (await dumpDatabase(scene.app.pool)).filter((line) => line.includes(ada.id));
    const tables = new Set(dump.map((line) => line.split(' ')[0]));
    for (const table of ['presences', 'chats', 'messages']) expect(tables).not.toContain(`public.${table}`);
    await expect.poll(() => subjects(ada)).toEqual(['Your Herenow account is suspended']);
  });

  test('leaves the reset of a forgotten password, without which nobody reads why, or deletes the account', async () => {
    const { app } = scene;
    const ada = await registered(app, 'ada.forgetful@example.org');
    ok(await act(ada, 'suspend'));
    await resetByMail(app, ada, 'Another-2026');
    const body = { email: ada.email, password: 'Another-2026' };
    const answer = await api(app, login, { body });
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('/appeal#') });
  });

  test('applies to requests at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const [ada, bela] = await visiblePeople(scene.app, 'ada', 'bela');
      await Promise.allSettled([
        act(ada, 'suspend'),
        pin(ada, bela),
        pin(bela, ada).then((chatId) => accept(ada, chatId)),
        ada.api(goOnline, { body: { userId: ada.id, onlineUntil: later(scene.app, 2) } }),
        signIn(ada),
      ]);
      expect(await chatsOf(bela)).toEqual([]);
      const left = await scene.app.db
        .selectFrom('presences')
        .selectAll()
        .where('user_id', '=', ada.id)
        .execute();
      expect(left).toEqual([]);
      const sessions = scene.app.db.selectFrom('sessions').select('id').where('user_id', '=', ada.id);
      expect(await sessions.where('ended_at', 'is', null).execute()).toEqual([]);
    }
  });

  test('and its end lock the accounts of a mailbox in the order in which pins and reports lock people', async () => {
    const { app } = scene;
    const register = async (email: string) => {
      const body = {
        email,
        password: 'Waiting-2026',
        location: { type: 'Point' as const, coordinates: BERLIN },
      };
      ok(await api(app, createUser, { body }));
      return await app.db
        .updateTable('users')
        .set({ email_validated: true })
        .where('email', '=', email)
        .returning('id')
        .executeTakeFirstOrThrow();
    };
    const both = [await register('two+1@example.org'), await register('two+2@example.org')];
    const [first, second] = both.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    for (const [action, lock] of [
      ['suspend', 'KEY SHARE'],
      ['reinstate', 'NO KEY UPDATE'],
    ] as const) {
      const text = `SELECT FROM users WHERE id = $1 FOR ${lock}`;
      const other = await app.pool.connect();
      await other.query('BEGIN');
      await other.query(text, [first!.id]);
      const acting = act(second!, action);
      await expect.poll(() => countWaiting(app)).toBe(1);
      const next = await other.query(`${text} NOWAIT`, [second!.id]).then(
        () => 'locked',
        (error: Error) => error.message,
      );
      await other.query('ROLLBACK');
      other.release();
      ok(await acting);
      expect([action, next]).toEqual([action, 'locked']);
    }
  });

  test.each([
    [{}, /^This account is suspended\. If you think this is a mistake, appeal here: \S+\/appeal#\S+$/],
    [
      { days: 3 },
      /^This account is suspended until \d+ \w+ \d{4}\. If you think this is a mistake, appeal here: \S+\/appeal#\S+$/,
    ],
    [
      { why: 'You threatened somebody.' },
      /^This account is suspended: You threatened somebody\. If you think/,
    ],
    [
      { why: 'Spam', days: 30 },
      /^This account is suspended until \d+ \w+ \d{4}: Spam\. If you think this is a mistake, appeal here/,
    ],
  ])('tells the reason that there is, and makes up none: %j', async (more, words) => {
    const ada = await person(scene.app, 'ada');
    ok(await act(ada, 'suspend', more));
    expect((await signIn(ada)).text).toMatch(words);
    await expect.poll(() => subjects(ada)).toEqual(['Your Herenow account is suspended']);
    expect(scene.app.mailbox.list(ada.email)[0]!.text).not.toMatch(/report/);
  });

  test('is shown, with the link to appeal, only after the second factor, if there is one', async () => {
    const { app } = scene;
    const ada = await person(app, 'ada');
    const { codeAt } = await setUpSecondFactor(app, ada, app.clock.now());
    ok(await act(ada, 'suspend', { why: 'You threatened somebody.' }));
    expect((await signIn(ada)).text).toBe(refusals.factorCodeRequired.text);
    app.clock.moveBy(60_000);
    const body = { email: ada.email, password: PASSWORD, code: codeAt(app.clock.now()) };
    expect((await api(app, login, { body })).text).toMatch(/^This account is suspended: You threatened/);
    // The code is used up all the same: who has seen it typed gets no pass with it.
    expect((await api(app, login, { body })).text).toBe(refusals.factorCodeRequired.text);
  });

  test('lets the user delete the account, with the link of the refused sign-in, and outlives it', async () => {
    const { app } = scene;
    const ada = await registered(app, 'ada.leaving@example.org');
    const erase = (pass: string) => api(app, deleteSuspended, { body: { pass } });
    const passOf = async () => /\/appeal#[\w-]+\.([\w-]+)/.exec((await signIn(ada)).text)?.[1] ?? '';
    ok(await act(ada, 'suspend', { days: 7 }));
    const pass = await passOf();
    ok(await act(ada, 'reinstate'));
    expect((await erase(pass)).status).toBe(404);
    ok(await act(ada, 'suspend'));

    const erased = await erase(await passOf());

    expect([erased.status, erased.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
    expect((await signIn(ada)).status).toBe(401);
    expect((await dumpDatabase(app.pool)).filter((line) => line.includes(ada.email))).toEqual([]);
    await expect.poll(() => subjects(ada)).toContain('Your Herenow account was deleted');
    expect(app.mailbox.list(ada.email)[0]!.text).not.toContain('new account');
    expect((await erase(pass)).status).toBe(404);
    const again = await opened(app, ada.email);
    await expect(verify(app, again)).rejects.toThrow('suspended');
  });

  test('lets nobody who knew the old password report or delete once the owner has a new one', async () => {
    const { app } = scene;
    const [ada, bela] = await people(app, 'ada', 'bela');
    await meet(app, ada, bela);
    ok(await act(ada, 'suspend'));
    const pass = /\/appeal#[\w-]+\.([\w-]+)/.exec((await signIn(ada)).text)![1]!;
    const listed = () => api(app, listFormerChatsSuspended, { body: { pass } });
    expect(ok(await listed()).json).toMatchObject([{ id: bela.id }]);

    await resetByMail(app, ada, 'Another-2026');

    const report = { reportedUserId: bela.id, reason: 'Harassment or bullying' as const };
    const answers = [
      await listed(),
      await api(app, reportSuspended, { body: { pass, ...report } }),
      await api(app, deleteSuspended, { body: { pass } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    const again = await api(app, login, { body: { email: ada.email, password: 'Another-2026' } });
    expect(again.text).toContain('suspended');
  });

  test('can be made permanent, but its end cannot be changed', async () => {
    const ada = await person(scene.app, 'ada');
    ok(await act(ada, 'suspend', { days: 7 }));
    for (const days of [3, 7, 30]) expect((await act(ada, 'suspend', { days })).status).toBe(409);
    ok(await act(ada, 'suspend', { why: 'For good.' }));
    expect((await act(ada, 'suspend', { days: 30 })).status).toBe(409);
    scene.app.clock.moveBy(8 * DAY_MS);
    await scene.app.accounts.sweep();
    expect((await signIn(ada)).text).toMatch(/suspended: For good\./);
    await expect.poll(() => subjects(ada)).toHaveLength(2);
  });

  test('ends by the clock, for every account of the mailbox, even before the sweep', async () => {
    const { app } = scene;
    const [ada, other] = [
      await registered(app, 'timed@example.org'),
      await registered(app, 'timed+2@example.org'),
    ];
    ok(await act(ada, 'suspend', { days: 3 }));
    app.clock.moveBy(3 * DAY_MS - 60_000);
    for (const one of [ada, other]) expect((await signIn(one)).status).toBe(403);
    app.clock.moveBy(60_000);
    await verify(app, await opened(app, 'timed+3@example.org'));
    for (const one of [other, ada]) expect((await signIn(one)).status).toBe(200);
    await expect.poll(() => subjects(other)).toContain('Your Herenow account is open again');
  });

  test('can be lifted: the person signs in again and meets people anew', async () => {
    const [ada, bela] = [await person(scene.app, 'ada'), await person(scene.app, 'bela')];
    await meet(scene.app, ada, bela);
    ok(await act(ada, 'suspend'));
    ok(await act(ada, 'reinstate'));
    expect((await signIn(ada)).status).toBe(200);
    const [again] = await signInAgain(scene.app, ada);
    await meet(scene.app, again, bela);
    expect((await log()).map(({ action }) => action)).toEqual(['reinstate', 'suspend']);
    await expect.poll(() => subjects(ada)).toContain('Your Herenow account is open again');
  });
});
