import { distanceKm } from '@herenow/contract/geo';
import type { Point } from '@herenow/contract/entities';
import { expect, PHONE, test } from './fixtures.ts';
import { enter, quietPlace, someone } from './signed-in.ts';

test.use({ ...PHONE, permissions: ['geolocation'] });

const point = (coordinates: [number, number]): Point => ({ type: 'Point', coordinates });

test('in a home zone the user is shown in a neighbouring cell, and is asked before going visible', async ({
  page,
  context,
  baseURL,
  expectConsoleErrors,
}) => {
  const [lng, lat] = quietPlace();
  const at: [number, number] = [lng + 0.00123, lat + 0.00123];
  const stand = async (to: [number, number]) =>
    await context.setGeolocation({ longitude: to[0], latitude: to[1] });
  await stand(at);
  const ada = await someone('Ada', { baseURL, at });
  const before = (await ada.user()).location!;
  await enter(page, ada, '/settings');
  await page.getByRole('link', { name: 'Home Zones' }).click();
  await expect(page.getByText('You have no home zones.')).toBeVisible();
  const add = page.getByRole('button', { name: 'Add This Place' });
  await page.getByLabel('Name').fill('\u200d');
  await expect(add).toBeDisabled();
  await page.getByLabel('Name').fill('Home');
  await add.click();
  await expect(page.getByRole('list', { name: 'Your home zones' }).getByText('Home')).toBeVisible();

  // The server knows only the neighbouring cell; the device stores the place to 200 m.
  await expect.poll(async () => (await ada.user()).location).not.toEqual(before);
  const told = (await ada.user()).location!;
  expect(distanceKm(told, before)).toBeGreaterThan(0.7);
  expect(distanceKm(told, before)).toBeLessThan(1.2);
  const kept = await page.evaluate(() => localStorage.getItem('homeZones'));
  for (const degrees of at) expect(kept).not.toContain(String(degrees));
  await page.getByLabel('Name').fill('Work');
  await page.getByRole('button', { name: 'Add This Place' }).click();
  await expect(page.getByText('You’re already in one of your zones.')).toBeVisible();

  await page.goto('/feed');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^You are/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go Visible Now' }).click();
  await expect(page.getByText('You’re in one of your home zones. Go visible here?')).toBeVisible();
  expect((await ada.user()).online).toBe(false);
  await page.getByRole('dialog').getByRole('button', { name: 'Go Visible Anyway' }).click();
  await expect(page).toHaveURL(/\/payment-success$/);
  await expect(page.getByText("You're Online!")).toBeVisible();
  expect((await ada.user()).status).toBe('online');
  expect((await ada.user()).location).toEqual(told);

  // Away from home the client reports the user's own place again, and shows no question.
  const away: [number, number] = [at[0], at[1] + 0.03];
  await stand(away);
  await page.goto('/feed');
  await expect.poll(async () => distanceKm((await ada.user()).location!, point(away))).toBeLessThan(0.7);

  await page.goto('/home-zones');
  await page.getByRole('button', { name: 'Remove Home' }).click();
  await expect(page.getByText('You have no home zones.')).toBeVisible();
  // The name typed for the zone that could not be added is still there.
  await expect(page.getByLabel('Name')).toHaveValue('Work');
  await page.getByRole('button', { name: 'Add This Place' }).click();
  await expect(page.getByRole('button', { name: 'Remove Work' })).toBeVisible();
  // Requests in flight when the user signs out are refused.
  expectConsoleErrors(/status of 401|HTTP Authentication failed/);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).not.toHaveURL(/settings/);
  expect(await page.evaluate(() => localStorage.getItem('homeZones'))).toBeNull();
});
