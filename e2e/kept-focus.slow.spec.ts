import { blockUser } from '@herenow/contract/safety';
import type { Page } from '@playwright/test';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { enter, someone } from './signed-in.ts';

test.use({
  serviceWorkers: SERVICE_WORKERS,
  permissions: ['geolocation', 'notifications'],
  geolocation: { longitude: 10, latitude: 50, accuracy: 5 },
  viewport: { width: 390, height: 844 },
});

const isLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test('the focus stays where a row was removed', async ({ page, baseURL, expectConsoleErrors }) => {
  // The photo of a person who is unblocked before it has loaded may no longer be fetched.
  expectConsoleErrors(/\/photos\/\S+ Failed to load resource: .* 404/);
  const ada = await someone('Ada', { baseURL });
  for (const name of ['Bela', 'Chidi', 'Dana']) {
    const { id } = await someone(name, { baseURL });
    await ada.call(blockUser, { body: { userId: ada.id, userToBlockId: id } });
  }
  await enter(page, ada, '/blocked-users');
  const unblock = page.getByRole('button', { name: /^Unblock/ });
  await expect(unblock).toHaveCount(3);
  for (const [place, left] of [
    [1, 2],
    [1, 1],
    [0, 0],
  ] as const) {
    await unblock.nth(place).press('Enter');
    await expect(unblock).toHaveCount(left);
    if (left > 0) await expect(unblock.last()).toBeFocused();
    else await expect(page.getByRole('main')).toBeFocused();
  }

  await page.goto('/share-date');
  await page.getByLabel('Who are you meeting?').fill('Bela');
  await page.getByRole('button', { name: 'Make the Link' }).press('Enter');
  const takeBack = page.getByRole('button', { name: /^Stop sharing/ });
  await takeBack.press('Enter');
  await expect(takeBack).toHaveCount(0);
  expect(await isLost(page)).toBe(false);

  await page.goto('/home-zones');
  await page.getByRole('button', { name: 'Add This Place' }).press('Enter');
  const remove = page.getByRole('button', { name: /^Remove/ });
  await expect(remove).toHaveCount(1);
  expect(await isLost(page)).toBe(false);
  await remove.press('Enter');
  await expect(remove).toHaveCount(0);
  expect(await isLost(page)).toBe(false);
});
