import { login, validateToken } from '@herenow/contract/accounts';
import type { ModerationAction } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import type { ModerationEntry } from '@herenow/contract/moderation';
import { listModerationLog, moderate } from '@herenow/contract/moderation';
import { goOnline } from '@herenow/contract/presence';
import { getUser } from '@herenow/contract/profile';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

const act = (whom: { id: string }, action: ModerationAction, more: object = {}) =>
  dana.api(moderate, { params: { userId: whom.id }, body: { action, ...more } });
const log = async () => ok(await dana.api(listModerationLog)).json as ModerationEntry[];
const subjects = (who: Person) => app.mailbox.list(who.email).map(({ subject }) => subject);
const signIn = (who: Person) => api(app, login, { body: { email: who.email, password: PASSWORD } });

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
