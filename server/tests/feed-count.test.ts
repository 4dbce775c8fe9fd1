import { FEED_END_HEADER, countFeed, listFeed } from '@herenow/contract/feed';
import { feedOf, ok, tellPosition } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { block } from '@herenow/testing/safety';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { awayFrom, crowd } from './feed-crowd.ts';

const counts = async (who: Person, distances: number[], preferences: object = {}) => {
  const { json } = ok(await who.api(countFeed, { body: { userId: who.id, distances, preferences } }));
  return json.map(({ people, more }) => (people === null ? 'few' : `${people}${more ? '+' : ''}`));
};
const at = (count: number, km: number, more: object = {}) =>
  Array.from({ length: count }, () => ({ at: awayFrom(BERLIN, km, 0), ...more }));

test('counts are of people whom the feed would show within each distance, up to a page', async () => {
  await using app = await startApp({ rateLimits: true });
  const ada = await person(app, 'ada', { at: BERLIN });
  await crowd(app, [
    ...at(5, 0.5),
    ...at(4, 4),
    ...at(5, 8, { gender: 'She/Her' }),
    ...at(20, 15),
    ...at(9, 0.5, { status: 'incognito' }),
    ...at(9, 0.5, { minutesLeft: -1 }),
  ]);
  expect(await counts(ada, [1, 5, 10, 20])).toEqual(['5', '9', '14', '20+']);
  expect(await counts(ada, [10], { gender: ['She/Her'] })).toEqual(['5']);
  expect(await counts(ada, [10], { gender: ['They/Them'] })).toEqual(['9']);
});

test('a count below five is given only to a viewer who has seen these people', async () => {
  await using app = await startApp({ rateLimits: true });
  const ada = await person(app, 'ada', { at: BERLIN });
  expect(await counts(ada, [1, 50])).toEqual(['few', 'few']);
  const [bela] = await crowd(app, [...at(1, 0.5), ...at(3, 3)]);
  // Counting people does not count as seeing them.
  for (let times = 0; times < 3; times += 1) expect(await counts(ada, [1, 5])).toEqual(['few', 'few']);
  ok(await ada.api(listFeed, { body: { userId: ada.id, preferences: { maxDistanceKm: 1 } } }));
  expect(await counts(ada, [1, 5])).toEqual(['1', 'few']);
  await feedOf(ada);
  expect(await counts(ada, [1, 5])).toEqual(['1', '4']);
  await block(ada, bela!);
  expect(await counts(ada, [1, 5])).toEqual(['few', '3']);
});

test('series of counts use up the allowance as pages do', async () => {
  await using app = await startApp({ rateLimits: true });
  const ada = await person(app, 'ada', { at: BERLIN });
  const far = awayFrom(BERLIN, 100, 0);
  const year = app.clock.now().getUTCFullYear();
  const ages = Array.from({ length: 40 }, (_, index) => 20 + index);
  // Twenty of each age, the most that a count returns.
  const people = ages.flatMap((age) =>
    Array.from({ length: 20 }, () => ({ at: far, dateOfBirth: `${year - age}-01-01` })),
  );
  await crowd(app, [...at(5, 1), ...people]);
  // The day begins at home; away from home 300 people are shown per hour.
  expect(await counts(ada, [5])).toEqual(['5']);
  await tellPosition(ada, far);
  const byAge = async () => {
    const found: string[] = [];
    for (const age of ages) found.push(...(await counts(ada, [5], { minAge: age, maxAge: age })));
    return found;
  };
  const first = await byAge();
  expect(first.filter((count) => count === '20')).toHaveLength(15);
  expect(first.filter((count) => count === 'few')).toHaveLength(25);
  // Repeating the counts costs nothing and reveals nothing new.
  expect(await byAge()).toEqual(first);
  const page = await ada.api(listFeed, { body: { userId: ada.id, preferences: { minAge: 50, maxAge: 50 } } });
  expect([page.json, page.headers.get(FEED_END_HEADER)]).toEqual([[], 'for-now']);
});
