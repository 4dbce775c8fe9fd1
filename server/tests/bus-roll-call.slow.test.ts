/** What nodes say of the bus while another engine keeps one of them waiting. */
import { startNats } from '@herenow/testing/nats-server';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

test('a node that waits for the database is not missed on the bus', async () => {
  await using nats = await startNats();
  const tokenSecret = 'a-secret-that-both-nodes-of-this-test-share';
  // It looks seldom, so that the other looks several times in between.
  await using one = await startApp({ natsUrl: nats.url, tokenSecret }, { pace: { bus: 1000 } });
  await using two = await startApp(one.config);
  /** To how many nodes the bus responded, as they say, between so many seconds ago and so many. */
  const heard = async (from: number, until: number) => {
    const { rows } = await two.pool.query(
      `SELECT FROM nodes WHERE heard_at BETWEEN now() - make_interval(secs => $1) AND now() - make_interval(secs => $2)`,
      [from, until],
    );
    return rows.length;
  };
  await expect.poll(() => heard(1.5, 0)).toBe(2);

  const all = await Promise.all(Array.from({ length: one.pool.options.max }, () => one.pool.connect()));
  // Longer than a node may be silent on the bus before it is missed.
  await expect.poll(() => heard(60, 4)).toBe(1);
  for (const client of all) client.release();
  await expect.poll(() => heard(1.5, 0)).toBe(2);
  for (const { url } of [one, two])
    await expect.poll(async () => (await fetch(`${url}/readyz`)).text()).toBe('ok');
  const lines = [one, two].flatMap(({ logLines }) => logLines);
  expect(lines.filter((logged) => logged.includes('realtime bus'))).toEqual([]);
});
