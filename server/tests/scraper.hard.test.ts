import { expect, test } from 'vitest';
import { stayingSignedIn } from '@herenow/testing/encounters';
import { BERLIN, person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { kmApart, populate, scrape, scroll } from './scraper.ts';

test('a script sees one in fifty of a country’s 20,000 visible people beyond its own 50 km', async () => {
  await using app = await startApp({ rateLimits: true });
  const { members, towns } = await populate(app, BERLIN, { people: 20_000, towns: 40 });
  const mallory = stayingSignedIn(app, await person(app, 'dana', { at: BERLIN }));
  const seen = await scrape(app, mallory, towns);
  const beyond = members.filter(({ at }) => kmApart(BERLIN, at) > 52);
  const far = beyond.filter(({ id }) => seen.has(id));
  expect(beyond.length).toBeGreaterThan(10_000);
  expect(far.length).toBeGreaterThan(100);
  expect(far.length).toBeLessThanOrEqual(beyond.length / 50);
}, 120_000);

test('a user who scrolls through a city of 10,000 for most of an hour meets no limit, and then a page that says so', async () => {
  await using app = await startApp({ rateLimits: true });
  await populate(app, BERLIN, { people: 10_000, towns: 1 });
  const ada = stayingSignedIn(app, await person(app, 'ada', { at: BERLIN }));
  const { seen, statuses, end } = await scroll(app, ada, 3600);
  expect(statuses).toEqual([200]);
  // 50 minutes at a card each 1.5 s.
  expect(seen).toBe(2000);
  expect(end).toBe('for-now');
}, 120_000);
