import { HOUR_MS } from '@herenow/contract/constants';
import type { Page } from '@playwright/test';
import { hold, sent } from './answers.ts';
import { neighbours, neighboursInChat } from './meetings.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { enter, someone } from './signed-in.ts';

const CLIENT = '**/assets/start-*.js';
/** What a feed fetches first, besides the code that its document names. */
const FIRST = /\.woff2$|^\/favicon\.svg$|^\/photos\/|^\/api\/feed$/;

test.use(PHONE);

/** Opens a page whose client script is held back until it is released. */
async function openWithoutClient(page: Page) {
  const release = await hold(page, CLIENT);
  await page.reload({ waitUntil: 'commit' });
  return release;
}

test('the feed and its first photo are requested before the client has loaded', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article')).toBeVisible();
  const asked = sent(page, '/api/feed');
  const photos: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/photos/')) photos.push(request.url());
  });
  const release = await openWithoutClient(page);
  await expect.poll(() => photos).toHaveLength(1);
  expect(asked).toHaveLength(1);
  release();
  await expect(page.getByRole('article').getByRole('img')).toBeVisible();
  // The page shows what was fetched ahead: neither the feed nor a photo is fetched twice.
  expect(asked).toHaveLength(1);
  expect(new Set(photos).size).toBe(1);
});

test('the style of a screen is fetched in advance, and only once @slow', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/payment-success');
  const styles: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/success-screen.*\.css$/.test(pathname)) styles.push(pathname);
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: "You're Online!" })).toBeVisible();
  await expect(page.locator('link[rel=stylesheet][href*=success-screen]')).toHaveCount(1);
  expect(styles).toHaveLength(1);
});

test('the first photo is shown where its card will be, and stays while the client takes over @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  const card = await page.getByRole('article').boundingBox();
  const release = await openWithoutClient(page);
  const early = page.locator('.boot img');
  await expect.poll(() => early.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await early.boundingBox()).toEqual(card);
  await watchPhotos(page);
  release();
  await expect(page.getByRole('article').getByRole('img')).toBeVisible();
  await expect.poll(() => early.count()).toBe(0);
  expect(await page.evaluate(() => (globalThis as { without?: number }).without)).toBe(0);
});

/** Counts the frames in which no photo is visible. */
async function watchPhotos(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = Object.assign(globalThis, { without: 0 });
    const look = () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('.boot img, article img')];
      if (!images.some(({ complete, naturalWidth }) => complete && naturalWidth > 0)) seen.without += 1;
      requestAnimationFrame(look);
    };
    look();
  });
}

test('nothing else is fetched while the first content of the feed loads @slow', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await page.addInitScript(() => {
    new PerformanceObserver((list, observer) => {
      observer.disconnect();
      Object.assign(globalThis, { firstContent: list.getEntries()[0]!.startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await enter(page, ada, '/feed');
  const named = page.waitForResponse((response) => new URL(response.url()).pathname === '/feed');
  await page.reload();
  const link = (await named).headers()['link'] ?? '';
  await expect(page.getByRole('article').getByRole('img')).toBeVisible();
  // Waits until the fetches after the first content are done, too.
  await expect
    .poll(() => resourcesBefore(page, Infinity))
    .toContainEqual(expect.stringContaining('/unsent-'));
  const shown = await page.evaluate(() => (globalThis as { firstContent?: number }).firstContent ?? 0);
  expect(shown).toBeGreaterThan(0);
  // On a machine where the first frame takes longer than a second, the other fetches do not wait for it.
  const early = await resourcesBefore(page, Math.min(shown, (await arrivalOfClient(page)) + 1000));
  const others = early.filter((name) => !link.includes(`<${name}>`));
  expect(others.filter((name) => !FIRST.test(name))).toEqual([]);
});

test('nothing else is fetched while the first card waits for its photo @slow', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article')).toBeVisible();
  const named = page.waitForResponse((response) => new URL(response.url()).pathname === '/feed');
  const release = await hold(page, '**/photos/**');
  await page.reload({ waitUntil: 'commit' });
  const link = (await named).headers()['link'] ?? '';
  await expect(page.getByRole('article')).toBeVisible();
  // A second after the client has loaded, what waits for the photo is fetched anyway.
  await expect
    .poll(() => resourcesBefore(page, Infinity))
    .toContainEqual(expect.stringContaining('/background-'));
  const client = await arrivalOfClient(page);
  const others = (await resourcesBefore(page, client + 900)).filter((name) => !link.includes(`<${name}>`));
  expect(others.filter((name) => !FIRST.test(name))).toEqual([]);
  release();
});

/** Returns when the client had loaded, by the clock of its page. */
const arrivalOfClient = async (page: Page) =>
  await page.evaluate(
    () =>
      (
        performance
          .getEntriesByType('resource')
          .find(({ name }) => name.includes('/start-')) as PerformanceResourceTiming
      ).responseEnd,
  );

/** Returns the paths of what a page began to fetch before a time of its own clock. */
async function resourcesBefore(page: Page, ms: number): Promise<string[]> {
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
  );
  return entries.filter(({ startTime }) => startTime < ms).map(({ name }) => new URL(name).pathname);
}

test('a chat and its messages are requested before the client has loaded @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, chatId } = await neighboursInChat(baseURL);
  await enter(page, ada, `/chat/${chatId}`);
  await expect(page.getByRole('log')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/chat/')) asked.push(new URL(request.url()).pathname);
  });
  const release = await openWithoutClient(page);
  await expect
    .poll(() => asked.toSorted())
    .toEqual([`/api/chat/${chatId}/messages`, `/api/chat/${ada.id}/all`].toSorted());
  release();
  await expect(page.getByRole('log')).toContainText('This is the start of your chat');
});

test('a person is requested before the client has loaded, and only once @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await enter(page, ada, `/profile/${bela.id}`);
  await expect(page.getByRole('heading', { name: 'Bela' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === `/api/user/${bela.id}`) asked.push(pathname);
  });
  const release = await openWithoutClient(page);
  await expect.poll(() => asked).toHaveLength(1);
  release();
  await expect(page.getByRole('heading', { name: 'Bela' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('the chats, on which the acts on a person depend, are requested together with them @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL);
  await hold(page, `**/api/user/${bela.id}`);
  const chats = page.waitForRequest(`**/api/chat/${ada.id}/all`);
  // The idle callback in which the badge fetches its count never runs.
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
  await enter(page, ada, `/profile/${bela.id}`);
  await chats;
});

test('what an empty feed needs is fetched while the answer takes long @slow', async ({ page, baseURL }) => {
  await hold(page, '**/api/feed');
  const code = page.waitForRequest(/\/assets\/nobody-here-/);
  await enter(page, await someone('Ada', { baseURL }), '/feed');
  await code;
});

test('a page that is never idle requests the chats of its person and of nobody else @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, chatId } = await neighboursInChat(baseURL);
  // The idle callback in which the badge fetches its count never runs.
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/chat\/.*\/?all$/.test(pathname)) asked.push(pathname);
  });
  await enter(page, ada, `/chat/${chatId}`);
  // Once at first, and again when the live connection is open.
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2);
  expect(new Set(asked)).toEqual(new Set([`/api/chat/${ada.id}/all`]));
});

test('nothing is requested in advance for a visitor', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  await page.goto('/feed');
  await expect(page).toHaveURL(/\/login$/);
  expect(asked).toEqual([]);
});

test('on a device with a wrong clock nobody seems to have left, from the first answer on @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await page.clock.install({ time: Date.now() + 48 * HOUR_MS });
  // Only the answer that is fetched in advance arrives.
  await hold(page, /\/api\/(?!feed$)/);
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article')).toContainText(/\d left/);
});
