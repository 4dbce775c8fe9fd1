import { getUser } from '@herenow/contract/profile';
import { RATES } from '@herenow/contract/rates';
import { goVisible, ok } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { withPhotos } from './photos-pictures.ts';

test('a user who requests photos without end is refused for a while, and others are not', async () => {
  await using limited = await startApp({ rateLimits: true });
  const [owner, other] = [await withPhotos(limited, 'owner'), await person(limited, 'other')];
  await goVisible(limited, owner);
  const addressFor = async (viewer: Person) =>
    ok(await viewer.api(getUser, { params: { id: owner.id } })).json.photos[0]!.url;
  const ask = async (url: string) => (await fetch(limited.url + url)).status;
  const [own, others] = [await addressFor(owner), await addressFor(other)];
  const { burst } = RATES.photos;
  // However slowly this machine serves, no new requests are allowed meanwhile.
  limited.clock.stop();
  const statuses: number[] = [];
  while (statuses.length < burst + 50)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => ask(own)))));
  expect(statuses.slice(0, burst)).toEqual(Array(burst).fill(200));
  expect(statuses.slice(burst)).toEqual(Array(statuses.length - burst).fill(429));
  expect(await ask(others)).toBe(200);
});
