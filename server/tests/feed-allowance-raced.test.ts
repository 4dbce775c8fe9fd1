import { listFeed } from '@herenow/contract/feed';
import { signInAgain } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { awayFrom, crowd } from './feed-crowd.ts';

const HAMBURG: [number, number] = [9.994, 53.551];
const PAGE = 50;
/** Pages that hold more people than the allowance. */
const PAGES = 8;

const pageOf = (who: Person, at: [number, number], skip: number) =>
  who.api(listFeed, { body: { userId: who.id, skip, limit: PAGE, location: { coordinates: at } } });

test('of concurrent pages, each node shows at most one beyond the allowance', async () => {
  await using app = await startApp({ rateLimits: true });
  const { databaseUrl, dataDir } = app.config;
  await using other = await startApp({ rateLimits: true, databaseUrl, dataDir }, { clock: app.clock });
  await crowd(app, [{}]);
  const people = 2 * PAGES * PAGE;
  await crowd(
    app,
    Array.from({ length: people }, (_, index) => ({ at: awayFrom(HAMBURG, (index % 40) / 2, index * 7) })),
  );
  const ada = await person(app, 'ada');
  expect((await pageOf(ada, BERLIN, 0)).json).toHaveLength(1);
  const [here] = await signInAgain(app, ada);
  const [there] = await signInAgain(other, ada);
  for (const device of [here, there]) await pageOf(device, HAMBURG, people);

  const asked = Array.from({ length: 2 * PAGES }, (_, page) =>
    pageOf(page < PAGES ? here : there, HAMBURG, page * PAGE),
  );
  const seen = new Set((await Promise.all(asked)).flatMap(({ json }) => json.map(({ id }) => id)));
  expect(seen.size).toBeGreaterThanOrEqual(300);
  expect(seen.size).toBeLessThanOrEqual(300 + 2 * PAGE);
});
