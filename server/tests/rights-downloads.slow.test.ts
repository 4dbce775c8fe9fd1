import { downloadExport } from '@herenow/contract/rights';
import { HOUR_MS } from '@herenow/contract/constants';
import { person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';

const MB = 1024 * 1024;
/** Larger than a copy gets with photos of nothing but noise. */
const FILE = randomBytes(40 * MB);

const app = sharedApp({ rateLimits: true });
let ada: Person;
beforeAll(async () => {
  ada = await person(app, 'ada');
  const now = app.clock.now();
  const expires_at = new Date(now.getTime() + 24 * HOUR_MS);
  await app.db
    .insertInto('data_exports')
    .values({ user_id: ada.id, requested_at: now, expires_at, file: FILE })
    .execute();
});

const download = () => fetch(app.url + downloadExport.path, { headers: ada.headers });

test('a large copy is complete', async () => {
  const answer = await download();
  expect(Buffer.from(await answer.arrayBuffer()).equals(FILE)).toBe(true);
});

test('thirty concurrent downloads of one user take the memory of a few', async () => {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  const statuses = await Promise.all(
    Array.from({ length: 29 }, async () => {
      const answer = await download();
      await answer.body?.cancel();
      return answer.status;
    }),
  );
  clearInterval(look);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => ![200, 429].includes(status))).toEqual([]);
  expect((most - before) / MB).toBeLessThan(500);
});
