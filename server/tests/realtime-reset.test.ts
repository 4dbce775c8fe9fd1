import { eventually } from '@herenow/testing/eventually';
import { beforeAll, expect, test } from 'vitest';
import { person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { watchUnhandled } from '@herenow/testing/unhandled';
import { goThrough, openHostile, STATES, upgrade } from './hostile-connections.ts';

const app = sharedApp();
let token: string;

beforeAll(async () => void (token = (await person(app, 'ada')).token));

const allGone = () =>
  eventually(async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    app.server.getConnections((_error, count) => resolve(count));
    expect(await promise).toBe(0);
  });

test.each(STATES)('a connection that is reset %s ends nothing but itself', async (_, steps) => {
  using unhandled = watchUnhandled();
  const hostile = await openHostile(app.port);
  await goThrough(hostile, steps, token);
  expect(hostile.heard()).toContain(steps.at(-1)?.answer ?? '');
  hostile.socket.resetAndDestroy();
  await allGone();
  expect(unhandled.errors).toEqual([]);
});

test('a refused connection that the client keeps open is closed', async () => {
  const hostile = await openHostile(app.port);
  await goThrough(hostile, [{ write: () => upgrade('/ws'), answer: '401 Unauthorized' }], token);
  expect(hostile.heard()).toContain('401 Unauthorized');
  await allGone();
  hostile.socket.destroy();
});
