import { sendMessage } from '@herenow/contract/chats';
import { listFeedChanges } from '@herenow/contract/feed';
import { moderate } from '@herenow/contract/moderation';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { getUser, updateLocation } from '@herenow/contract/profile';
import { blockUser, unblockUser } from '@herenow/contract/safety';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { goVisible, later, meet } from '@herenow/testing/encounters';
import { BERLIN, person, type ApiAnswer, type Person } from '@herenow/testing/people';
import { newOperator } from '@herenow/testing/second-factor';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';

// With rate limits as in production, since counting takes statements, too.
const app = sharedApp({ rateLimits: true });
let ada: Person;
let bela: Person;
let chatId: string;
beforeAll(async () => {
  [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  chatId = await meet(app, ada, bela);
});

/** Returns the statements run for the next request until its response is written, grouped by those sent together. */
async function askedBy(event: 'request' | 'upgrade', act: () => Promise<unknown>): Promise<string[][]> {
  const requests = new AsyncLocalStorage<string[][]>();
  const trips: string[][] = [];
  const leaving = new Map<pg.Client, string[]>();
  let answered: number | undefined;
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  function noting(this: pg.Client, ...given: unknown[]): unknown {
    const [config] = given as [string | { text: string }];
    const text = typeof config === 'string' ? config : config.text;
    // Where all connections are in use, the pool opens another one, in the middle of a request.
    if (text.startsWith('SET idle_in_transaction_session_timeout')) return query.apply(this, given);
    const trip = leaving.get(this) ?? [];
    if (trip.length === 0) requests.getStore()?.push(trip);
    trip.push(text);
    leaving.set(this, trip);
    process.nextTick(() => leaving.delete(this));
    return query.apply(this, given);
  }
  app.server.prependOnceListener(event, (_request: unknown, response: ServerResponse) => {
    requests.enterWith(trips);
    if (event === 'request') response.once('finish', () => (answered = trips.length));
  });
  Object.assign(pg.Client.prototype, { query: noting });
  try {
    await act();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  // Published events leave the outbox in their own time.
  return trips.slice(0, answered).filter(([text]) => !text!.includes('DELETE FROM outbox'));
}

const answer = async (call: Promise<ApiAnswer>) => expect((await call).status).toBe(200);
const send = () =>
  answer(ada.api(sendMessage, { body: { id: randomUUID(), senderId: ada.id, chatId, content: 'Hello' } }));

const record = () => answer(ada.api(getUser, { params: { id: ada.id } }));
const tellPlace = () =>
  answer(ada.api(updateLocation, { params: { id: ada.id }, body: { type: 'Point', coordinates: BERLIN } }));
let asOf: string | null = null;
const askForChanges = async () => {
  const preferences = { maxDistanceKm: 5 };
  const { status, json } = await ada.api(listFeedChanges, {
    body: { userId: ada.id, preferences, shown: [], since: asOf },
  });
  expect(status).toBe(200);
  ({ asOf } = json);
};
const show = () => answer(ada.api(goOnline, { body: { userId: ada.id, onlineUntil: later(app, 1) } }));
const leave = () => answer(ada.api(goOffline, { body: { userId: ada.id } }));

test.each<[string, number, 'request' | 'upgrade', () => Promise<unknown>]>([
  ['a send', 1, 'request', send],
  ['one’s own record', 1, 'request', record],
  ['going visible', 5, 'request', show],
  ['going offline', 5, 'request', leave],
  ['a place where the device was before', 1, 'request', tellPlace],
  [
    'connecting',
    1,
    'upgrade',
    async () => {
      await using tab = await connectStomp({ url: app.url, token: ada.token });
      await tab.roundTrip();
    },
  ],
  ['what has changed in a feed, of everybody', 2, 'request', askForChanges],
])('%s takes %i round trips to the database', async (_, most, event, act) => {
  const asked = await askedBy(event, act);
  expect(asked.length, asked.join('\n---\n')).toBe(most);
});

test('a profile that is not shown takes the same statements, even of somebody visible beyond the allowance', async () => {
  const [dana, eve] = [await person(app, 'dana'), await person(app, 'eve')];
  await goVisible(app, eve);
  await app.pool.query(
    `INSERT INTO handouts (viewer_id, day_since, home, handed_at, near, far)
     SELECT id, $2, cell, $2, ARRAY(SELECT generate_series(1, 2000)), '{}' FROM users WHERE id = $1`,
    [dana.id, app.clock.now()],
  );
  const lookAt = (id: string) =>
    askedBy('request', async () => expect((await dana.api(getUser, { params: { id } })).status).toBe(404));
  expect(await lookAt(eve.id)).toEqual(await lookAt(randomUUID()));
});

test('going visible locks the person, then the presence, then the chats, and only then looks at the others', async () => {
  const asked = (await askedBy('request', show)).flat();
  const order = [
    /^begin$/,
    /FROM users[^]* FOR NO KEY UPDATE/,
    /FROM presences[^]* FOR NO KEY UPDATE/,
    /INSERT INTO presences/,
    /FROM chats[^]*ORDER BY id FOR NO KEY UPDATE/,
    /UPDATE chats/,
    /INSERT INTO outbox/,
    /^commit$/,
  ];
  const places = order.map((step) => asked.findIndex((text) => step.test(text)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test('changes since the last request take one round trip to the database', async () => {
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  tab.send('/app/feed.watch', { maxDistanceKm: 5 });
  await tab.roundTrip();
  await askForChanges();
  expect(await askedBy('request', askForChanges)).toHaveLength(1);
});

/** Makes two people, of whom the second has 40 more accounts for one mailbox, all finished. */
async function withMany(): Promise<[Person, Person]> {
  const [chidi, mallory] = [await person(app, 'chidi'), await person(app, 'mallory')];
  await app.pool.query('UPDATE users SET mailbox = id::text WHERE id = ANY($1)', [[chidi.id, mallory.id]]);
  await app.pool.query(
    `INSERT INTO users (id, email, mailbox, password_hash, username, cell, registration_step, notification_settings, created_at, updated_at, last_active_at)
     SELECT gen_random_uuid(), n || email, mailbox, '', username, cell, registration_step, notification_settings, created_at, updated_at, last_active_at
     FROM users, generate_series(1, 40) n WHERE id = $1`,
    [mallory.id],
  );
  return [chidi, mallory];
}

/** Checks that a call takes as many statements about one person as about the other. */
async function expectAsMany(
  [one, other]: readonly [Person, Person],
  call: (one: Person) => Promise<ApiAnswer>,
): Promise<void> {
  const first = (await askedBy('request', () => answer(call(one)))).flat();
  const second = (await askedBy('request', () => answer(call(other)))).flat();
  expect(second.length, second.join('\n---\n')).toBe(first.length);
}

test('a block and its end take no more statements for many accounts of one mailbox', async () => {
  const two = await withMany();
  for (const call of [blockUser, unblockUser])
    await expectAsMany(two, ({ id }) => ada.api(call, { body: { userId: ada.id, userToBlockId: id } }));
});

test('a suspension and its end take no more statements for many accounts of one mailbox', async () => {
  const two = await withMany();
  const dana = await newOperator(app, 'dana');
  for (const action of ['suspend', 'reinstate'] as const)
    await expectAsMany(two, ({ id }) => dana.api(moderate, { params: { userId: id }, body: { action } }));
});
