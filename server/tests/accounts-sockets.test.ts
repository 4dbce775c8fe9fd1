import { DAY_MS } from '@herenow/contract/constants';
import * as calls from '@herenow/contract/accounts';
import { expect, test } from 'vitest';
import { claimsOf } from '@herenow/testing/claims';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { resetByMail } from './mailed-codes.ts';

const app = sharedApp();

const ENDED = { code: 1008, reason: 'session ended' };

const signIn = async (ada: Person) =>
  (await api(app, calls.login, { body: { email: ada.email, password: PASSWORD } })).text;

/** What ends sessions of a user who is signed in here and elsewhere, and whether the socket here stays open. */
const ENDINGS: [string, (ada: Person, elsewhere: string) => Promise<unknown>, boolean][] = [
  ['logging out elsewhere', (_, token) => api(app, calls.logout, { token }), true],
  [
    'ending it from here',
    (ada, token) => ada.api(calls.revokeSession, { params: { sessionId: claimsOf(token).sid } }),
    true,
  ],
  [
    'changing the password here',
    (ada) =>
      ada.api(calls.updatePassword, {
        body: { userId: ada.id, oldPassword: PASSWORD, newPassword: 'Another-2026' },
      }),
    true,
  ],
  [
    'a used token elsewhere',
    async (ada, token) => {
      const refresh = (accessToken: string) =>
        api(app, calls.refreshToken, { body: { accessToken, userId: ada.id } });
      await refresh((await refresh(token)).text);
      return await refresh(token);
    },
    true,
  ],
  ['resetting the password', (ada) => resetByMail(app, ada, 'Another-2026'), false],
  ['deleting the account', (ada) => ada.api(calls.deleteUser, { params: { id: ada.id } }), false],
];

test.each(ENDINGS)('%s closes the sockets of what it ends', async (_, end, staysHere) => {
  const ada = await person(app, 'ada');
  const elsewhere = await signIn(ada);
  await using here = await connectStomp({ url: app.url, token: ada.token });
  await using there = await connectStomp({ url: app.url, token: elsewhere });
  await end(ada, elsewhere);
  expect(await there.closed).toEqual(ENDED);
  const stillHere = here.roundTrip().then(() => 'open');
  const closedHere = here.closed.then(() => 'closed');
  stillHere.catch(() => {});
  expect(await (staysHere ? stillHere : closedHere)).toBe(staysHere ? 'open' : 'closed');
});

test('a session that ends after 30 idle days closes its sockets, even those that stayed open', async () => {
  await using own = await startApp();
  const ada = await person(own, 'ada');
  await using tab = await connectStomp({ url: own.url, token: ada.token });
  own.clock.moveBy(30 * DAY_MS);
  await own.accounts.sweep();
  expect(await tab.closed).toEqual(ENDED);
});

test('no socket opens with a token of an ended session', async () => {
  const ada = await person(app, 'ada');
  await ada.api(calls.logout);
  await expect(connectStomp({ url: app.url, token: ada.token })).rejects.toThrow('401');
});

test('a socket closes even if the node that ended its session died before it could publish that', async () => {
  await using own = await startApp({}, { pace: { sockets: 100 } });
  const ada = await person(own, 'ada');
  await using kept = await connectStomp({ url: own.url, token: ada.token });
  const { text: token } = await api(own, calls.login, { body: { email: ada.email, password: PASSWORD } });
  await using tab = await connectStomp({ url: own.url, token });
  await own.db
    .updateTable('sessions')
    .set({ ended_at: own.clock.now() })
    .where('id', '=', claimsOf(token).sid)
    .execute();
  expect(await tab.closed).toEqual(ENDED);
  await kept.roundTrip();
});
