import { getUser } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { goVisible, signInAgain, tellPosition } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { awayFrom } from './feed-crowd.ts';
import { decidedAtOnce } from './while-locked.ts';

test('somebody who leaves a device in each town sees only a few of the towns at once', async () => {
  await using app = await startApp({ rateLimits: true });
  const mallory = await person(app, 'mallory');
  const towns = Array.from({ length: 8 }, (_, n) => awayFrom(BERLIN, 110 * (n + 1), 90));
  const devices: Person[] = [];
  for (const town of towns) {
    const [device] = await signInAgain(app, mallory);
    await tellPosition(device, town);
    devices.push(device);
  }
  const residents = await Promise.all(towns.map((at, n) => person(app, `resident ${n}`, { at })));
  const sees: number[] = [];
  for (const [n, resident] of residents.entries()) {
    await goVisible(app, resident);
    const { status } = await devices[n]!.api(getUser, { params: { id: resident.id } });
    if (status === 200) sees.push(n);
  }
  expect(sees).toEqual([3, 4, 5, 6, 7]);
});

test('two devices that move at once do not each have the whole budget of their owner', async () => {
  await using app = await startApp({ rateLimits: true });
  const phone = await person(app, 'mallory');
  const [laptop] = await signInAgain(app, phone);
  for (const device of [phone, laptop]) await tellPosition(device, awayFrom(BERLIN, 10, 0));
  await decidedAtOnce(
    app,
    phone.id,
    () => tellPosition(phone, awayFrom(BERLIN, 900, 90)),
    () => tellPosition(laptop, awayFrom(BERLIN, 900, 270)),
  );
  const { rowCount } = await app.pool.query('SELECT FROM viewpoints WHERE next_cell IS NOT NULL');
  expect(rowCount).toBe(1);
});
