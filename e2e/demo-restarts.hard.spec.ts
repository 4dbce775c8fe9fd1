import { freePort } from '@herenow/testing/server-process';
import { expect, test } from '@playwright/test';
import { startTown } from './demo-town.ts';

test('a second start over a running town says what is running', async () => {
  await using town = await startTown(2);
  expect(await town.startSecond({})).toContain(`The demo town is open already: ${town.baseURL}/demo`);
  const elsewhere = await town.startSecond({ PORT: String(await freePort()) });
  expect(elsewhere).toMatch(/^The server does not start: Another run of Herenow .* is using the data in /);
});

test('a killed town ends its server and database, and can be started again', async () => {
  await using town = await startTown(2);
  expect(await town.databaseRuns()).toBe(true);
  await town.kill9();
  await expect.poll(town.databaseRuns, { timeout: 30_000 }).toBe(false);
  await using again = await startTown(2, town);
  expect(again.faults()).toBe('');
});
