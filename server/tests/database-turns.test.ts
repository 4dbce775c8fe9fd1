import { getUser, updateUser } from '@herenow/contract/profile';
import { ok } from '@herenow/testing/encounters';
import { people } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

test('one user who changes their name forty times at once keeps nobody else from the database', async () => {
  await using app = await startApp({ rateLimits: true });
  const [ada, bela] = await people(app, 'ada', 'bela');
  const renames = Array.from({ length: 40 }, (_, n) =>
    ada.api(updateUser, { body: { username: `Ada ${n}` } }),
  );
  await expect.poll(() => app.pool.waitingCount, { interval: 1 }).toBeGreaterThan(0);
  // With no connection left, this would be a 503 after ten seconds.
  ok(await bela.api(getUser, { params: { id: bela.id } }));
  const statuses = (await Promise.all(renames)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(37);
});
