import type { Page } from '@playwright/test';
import { PORTAL } from './answers.ts';
import { expect, test } from './fixtures.ts';
import { neighbours } from './meetings.ts';
import { enter } from './signed-in.ts';

/** Returns the addresses of the photos in the service worker's cache. */
async function keptPhotos(): Promise<string[]> {
  if (!(await caches.has('photos'))) return [];
  const requests = await (await caches.open('photos')).keys();
  return requests.map(({ url }) => url);
}

/** Opens the feed until the service worker keeps a photo; returns its address. */
async function keepPhoto(page: Page, user: Parameters<typeof enter>[1]): Promise<string> {
  await enter(page, user, '/feed');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await expect.poll(async () => (await page.evaluate(keptPhotos)).length).toBeGreaterThan(0);
  return (await page.evaluate(keptPhotos))[0]!;
}

test('a full device drops the cached photos, and shows the next one', async ({ page, context, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  const photo = await keepPhoto(page, ada);
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });

  const whole = photo.replace('/640.', '/1080.');
  expect(await page.evaluate(async (url) => (await fetch(url)).headers.get('content-type'), whole)).toMatch(
    /jpeg|webp/,
  );
  await expect.poll(() => page.evaluate(keptPhotos)).toEqual([]);
});

test('a page of a network that wants a sign-in first is not kept in place of a photo', async ({
  page,
  context,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  const photo = await keepPhoto(page, ada);
  const whole = photo.replace(/\d+\.webp$/, '1080.jpg');
  const typeOf = (url: string) =>
    page.evaluate(async (it) => (await fetch(it)).headers.get('content-type'), url);
  await context.route(whole, (route) => route.fulfill(PORTAL));
  expect(await typeOf(whole)).toBe('text/html');
  await context.unroute(whole);
  expect(await typeOf(whole)).toBe('image/jpeg');
});

test('without a network, a photo seen before loads, and another one fails, so that the page tries it again', async ({
  page,
  context,
  baseURL,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/Failed to load resource|net::ERR|WebSocket/);
  const { ada } = await neighbours(baseURL);
  const photo = await keepPhoto(page, ada);
  const becomes = (url: string) =>
    new Promise((resolve) => {
      const image = new Image();
      for (const outcome of ['load', 'error']) image.addEventListener(outcome, () => resolve(outcome));
      image.src = url;
    });
  await context.setOffline(true);
  expect(await page.evaluate(becomes, photo)).toBe('load');
  expect(await page.evaluate(becomes, photo.replace(/\d+\.webp$/, '1080.jpg'))).toBe('error');
  await context.setOffline(false);
});

test('a sign-out leaves nothing on the device, photos included', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  // Requests in flight when the user signs out are refused, and a photo that no cache has cannot be read from one.
  expectConsoleErrors(/status of 401|HTTP Authentication failed|net::ERR_FAILED/);
  const { ada } = await neighbours(baseURL);
  const photo = await keepPhoto(page, ada);
  await expect(page.getByRole('img').first()).toBeVisible();
  await page.evaluate(() => {
    for (const key of ['homeZones', 'filter', 'drafts', 'unsent']) localStorage.setItem(key, '{}');
    sessionStorage.setItem('draft:profile', '{}');
  });

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => page.evaluate(keptPhotos)).toEqual([]);
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(keys.filter((key) => !/^(?:theme|signals|deviceKey|installHintSeen|hint:)/.test(key))).toEqual([]);
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
  // The browser's HTTP cache has no copy either: `only-if-cached` reads from that cache alone.
  const inBrowser = (url: string) =>
    fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
      ({ headers }) => headers.get('content-type'),
      () => 'nothing',
    );
  expect(await page.evaluate(inBrowser, photo)).toBe('nothing');
});
