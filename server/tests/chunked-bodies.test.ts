import { listFeed, listFeedChanges } from '@herenow/contract/feed';
import { updateUser } from '@herenow/contract/profile';
import { RATES } from '@herenow/contract/rates';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';

const app = sharedApp({ rateLimits: true });
beforeAll(async () => {
  app.clock.stop();
});

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

/** Sends a body as many libraries do: in chunks, without saying how long it is. */
async function send({ path }: { path: string }, body: unknown, { headers }: Person) {
  const answer = Promise.withResolvers<{ status: number; text: string }>();
  const sending = request(app.url + path, {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  });
  sending.on('error', answer.reject).on('response', (response) => {
    response.setEncoding('utf8');
    let text = '';
    response.on('data', (part: string) => (text += part));
    response.on('end', () => answer.resolve({ status: response.statusCode!, text }));
  });
  sending.end(JSON.stringify(body));
  return await answer.promise;
}

test.each<[string, { path: string }, (ada: Person) => object]>([
  ['a record', updateUser, () => ({ myTags: ['coffee'] })],
  ['a feed', listFeed, ({ id }) => ({ userId: id })],
  ['changes of a feed', listFeedChanges, ({ id }) => ({ userId: id, shown: [] })],
])('%s of a few bytes counts once', async (_name, call, bodyOf) => {
  const ada = await person(app, 'ada');
  for (let at = 0; at < 20; at += 1) expect((await send(call, bodyOf(ada), ada)).status).toBe(200);
});

describe('a long body', () => {
  const ids = Array.from({ length: 20_000 }, () => randomUUID());

  test.each<[string, { path: string }, (ada: Person) => object]>([
    ['a feed', listFeed, ({ id }) => ({ userId: id, rejectedUsers: ids })],
    ['changes of a feed', listFeedChanges, ({ id }) => ({ userId: id, shown: ids })],
  ])('of %s counts as what has arrived of it, and no more of it is read', async (_name, call, bodyOf) => {
    const ada = await person(app, 'ada');
    const statuses = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await send(call, bodyOf(ada), ada)).status);
    const most = Math.floor(RATES.feed.burst / Math.ceil((ids.length * 39) / (32 * 1024)));
    expect(statuses.filter((status) => status !== 429)).toHaveLength(most);
    expect(statuses.at(-1)).toBe(429);
  });

  test('is counted even if it is too long', async () => {
    const ada = await person(app, 'ada');
    const body = { userId: ada.id, rejectedUsers: [...ids, ...ids] };
    const statuses = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await send(listFeed, body, ada)).status);
    expect(statuses).toEqual([413, 413, 413, 429, 429]);
  });

  test('of an ended session is refused as such', async () => {
    const ada = await person(app, 'ada');
    await app.db.deleteFrom('sessions').where('user_id', '=', ada.id).execute();
    const { status } = await send(listFeedChanges, { userId: ada.id, shown: ids }, ada);
    expect(status).toBe(401);
  });
});
