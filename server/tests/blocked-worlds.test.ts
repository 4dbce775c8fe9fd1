import { leave } from '@herenow/testing/encounters';
import type { Person } from '@herenow/testing/people';
import { block } from '@herenow/testing/safety';
import { expect, test } from 'vitest';
import { fetchPicture, openEvening } from './stalker-world.ts';

test('another account of a blocked person reveals no more than before', async () => {
  await using world = await openEvening(2);
  const { app, feeder, victims, pictures } = world;
  const [first, second] = victims as [Person, Person];
  await app.pool.query("UPDATE users SET mailbox = 'one' WHERE id = ANY($1)", [[first.id, second.id]]);
  const half = pictures.length / 2;
  const statuses = async (urls: readonly string[]) =>
    await Promise.all(urls.map(async (url) => (await fetchPicture(app.url + url)).status));
  const seen = await statuses(pictures);
  await block(feeder, first);
  await leave(second);
  // The photos of the first account are on the list of blocked people.
  expect(await statuses(pictures.slice(0, half))).toEqual(seen.slice(0, half));
  expect(seen.slice(half)).toContain(200);
  expect(new Set(await statuses(pictures.slice(half)))).toEqual(new Set([404]));
});
