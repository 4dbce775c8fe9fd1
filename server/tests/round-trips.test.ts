import { sendMessage } from '@herenow/contract/chats';
import { listFeedChanges } from '@herenow/contract/feed';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { getUser, updateLocation } from '@herenow/contract/profile';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { later, meet } from '@herenow/testing/encounters';
import { BERLIN, person, type ApiAnswer, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';

let app: TestApp;
let ada: Person;
let bela: Person;
let chatId: string;
beforeAll(async () => {
  // As in production, where calls are counted, too.
  app = await startApp({ rateLimits: true });
  [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  chatId = await meet(app, ada, bela);
});
afterAll(() => app[Symbol.asyncDispose]());

/** What the database was asked on behalf of the next request, until its answer was written. */
async function askedBy(event: 'request' | 'upgrade', act: () => Promise<unknown>): Promise<string[]> {
  const requests = new AsyncLocalStorage<string[]>();
  const asked: string[] = [];
  let answered: number | undefined;
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  function counting(this: pg.Client, ...given: unknown[]): unknown {
    const [config] = given as [string | { text: string }];
    requests.getStore()?.push(typeof config === 'string' ? config : config.text);
    return query.apply(this, given);
  }
  app.server.prependOnceListener(event, (_request: unknown, response: ServerResponse) => {
    requests.enterWith(asked);
    if (event === 'request') response.once('finish', () => (answered = asked.length));
  });
  Object.assign(pg.Client.prototype, { query: counting });
  try {
    await act();
  } finally {
    Object.assign(pg.Client.prototype, { query });
  }
  // Events that are on the bus leave the outbox in their own time.
  return asked.slice(0, answered).filter((text) => !text.includes('DELETE FROM outbox'));
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
  ['going visible', 11, 'request', show],
  ['going offline', 13, 'request', leave],
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

test('what has changed since the question before takes one round trip to the database', async () => {
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  tab.send('/app/feed.watch', { maxDistanceKm: 5 });
  await tab.roundTrip();
  await askForChanges();
  expect(await askedBy('request', askForChanges)).toHaveLength(1);
});
