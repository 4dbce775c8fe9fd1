import { FEED_END_HEADER, listFeed, listFeedChanges } from '@herenow/contract/feed';
import { getUser } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { signInAgain, stayingSignedIn, tellPosition } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { awayFrom, crowd } from './feed-crowd.ts';

const HAMBURG: [number, number] = [9.994, 53.551];
const spread = (at: [number, number], count: number) =>
  Array.from({ length: count }, (_, index) => ({ at: awayFrom(at, (index % 40) / 2, index * 7) }));

/** Returns everyone whom pages of 50 show, and how the last page ended. */
async function scroll(who: Person, at: [number, number], known = 0) {
  const seen = new Set<string>();
  for (let skip = known; ; skip += 50) {
    const answer = await who.api(listFeed, {
      body: { userId: who.id, skip, limit: 50, location: { coordinates: at } },
    });
    expect(answer.status, answer.text).toBe(200);
    for (const { id } of answer.json) seen.add(id);
    if (answer.json.length < 50) return { seen, end: answer.headers.get(FEED_END_HEADER) };
  }
}

test('away from home an account is shown 300 people in an hour, on all nodes and devices together', async () => {
  await using app = await startApp({ rateLimits: true });
  await using other = await startApp(
    { rateLimits: true, databaseUrl: app.config.databaseUrl, dataDir: app.config.dataDir },
    { clock: app.clock },
  );
  const home = await crowd(app, spread(BERLIN, 60));
  const away = await crowd(app, spread(HAMBURG, 400));
  const ada = stayingSignedIn(app, await person(app, 'ada'));
  const atHome = await scroll(ada, BERLIN);
  expect([atHome.seen.size, atHome.end]).toEqual([60, null]);

  const first = await scroll(ada, HAMBURG);
  expect([first.seen.size, first.end]).toEqual([300, 'for-now']);
  // People beyond the allowance are no reason to fetch the changes again and again.
  await tellPosition(ada, HAMBURG);
  const shown = [...first.seen].map((id) => ({ id }));
  expect((await ada.api(listFeedChanges, { body: { userId: ada.id, shown } })).json).toMatchObject({
    came: [],
    gone: [],
    more: false,
  });
  // The same people again are free; another device and another node count towards the same allowance.
  expect((await scroll(ada, HAMBURG)).seen).toEqual(first.seen);
  const [again] = await signInAgain(other, ada);
  const elsewhere = await scroll(again, HAMBURG, 300);
  expect([elsewhere.seen.size, elsewhere.end]).toEqual([0, 'for-now']);

  // Nor does a profile show the people beyond the allowance, whose ids may be known from anywhere.
  const unseen = away.find(({ id }) => !first.seen.has(id))!;
  const look = async (id: string) => await ada.api(getUser, { params: { id } });
  expect((await look([...first.seen][0]!)).status).toBe(200);
  expect(await look(unseen.id)).toMatchObject({ status: 404, text: (await look(newId())).text });
  expect((await scroll(ada, BERLIN)).seen.size).toBe(home.length);
  // The hour is counted by the minute.
  app.clock.moveBy(61 * 60_000);
  expect(
    await app.db
      .updateTable('presences')
      .set({ online_until: new Date(app.clock.now().getTime() + 3_600_000) })
      .execute(),
  ).toBeDefined();
  expect((await look(unseen.id)).status).toBe(404);
  await scroll(ada, HAMBURG);
  expect((await look(unseen.id)).status).toBe(200);
});

test('the address of a next page does not reveal people whom the account may not be shown', async () => {
  await using app = await startApp({ rateLimits: true });
  await crowd(app, [{}]);
  await crowd(app, spread(HAMBURG, 320));
  const ada = await person(app, 'ada');
  await scroll(ada, BERLIN);
  const { seen } = await scroll(ada, HAMBURG);
  expect(seen.size).toBe(300);
  for (const limit of [2, 3, 10, 20]) {
    const answer = await ada.api(listFeed, { body: { userId: ada.id, skip: 299, limit } });
    expect(answer.json).toHaveLength(1);
    const [named] = /[0-9a-f-]{36}/.exec(answer.headers.get('link') ?? '') ?? [];
    expect(seen).toContain(named);
  }
});

test('a profile counts as a person shown @slow', async () => {
  await using app = await startApp({ rateLimits: true });
  await crowd(app, [{}]);
  const away = await crowd(app, spread(HAMBURG, 310));
  const ada = await person(app, 'ada');
  await scroll(ada, BERLIN);
  await ada.api(listFeed, { body: { userId: ada.id, limit: 1, location: { coordinates: HAMBURG } } });
  const statuses: number[] = [];
  while (statuses.length < away.length) {
    const some = away.slice(statuses.length, statuses.length + 31);
    const answers = some.map(({ id }) => ada.api(getUser, { params: { id } }));
    for (const { status } of await Promise.all(answers)) statuses.push(status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(300);
});

test('ids to hide beyond 1,000 in a request are ignored, whatever they are', async () => {
  await using app = await startApp();
  const [one] = await crowd(app, [{}]);
  const ada = await person(app, 'ada');
  const feed = async (body: object) => await ada.api(listFeed, { body: { userId: ada.id, ...body } });
  const others = Array.from({ length: 1000 }, () => newId());
  expect((await feed({ pinnedUsers: [...others.slice(1), one!.id] })).json).toEqual([]);
  expect((await feed({ pinnedUsers: [...others, one!.id] })).json).toHaveLength(1);
  expect((await feed({ blockedUsers: others, pinnedUsers: [one!.id] })).json).toHaveLength(1);
  expect((await feed({ pinnedUsers: [...others, ...Array.from({ length: 9000 }, () => 'x')] })).status).toBe(
    200,
  );
});

test('the people shown are forgotten when the day is over', async () => {
  await using app = await startApp({ rateLimits: true }, { pace: { accounts: 50 } });
  await crowd(app, [{}]);
  const ada = await person(app, 'ada');
  expect((await scroll(ada, BERLIN)).seen.size).toBe(1);
  const kept = async () => (await app.pool.query('SELECT FROM handouts')).rowCount;
  await expect.poll(kept).toBe(1);
  app.clock.moveBy(25 * 3_600_000);
  await expect.poll(kept).toBe(0);
});
