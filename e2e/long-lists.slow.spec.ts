import { FEED_PAGE } from '@herenow/contract/constants';
import type { FeedItem } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import type { Browser, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { makePicture } from '../server/src/features/photos/pictures.ts';
import { HARD } from '@herenow/testing/effort';
import { makeCrowdedTown, type CrowdedTown } from '@herenow/testing/crowded-town';
import { api } from '@herenow/testing/people';
import { hold } from './answers.ts';
import { lengthOf, placeOf, scrollToPlace } from './feed-cards.ts';
import { expect, SERVICE_WORKERS, test as base } from './fixtures.ts';
import { startServer } from '@herenow/testing/server-process';

const PEOPLE = HARD ? 500 : 200;
const MESSAGES = HARD ? 2000 : 600;
/** How many of the messages are loaded first. */
const FIRST = 60;

const test = base.extend<object, { crowd: CrowdedTown & { baseURL: string } }>({
  crowd: [
    // Playwright reads the fixtures' names from the destructuring pattern.
    async ({}, use) => {
      await using server = await startServer();
      await server.stop();
      const plain = sharp({ create: { width: 108, height: 144, channels: 3, background: '#886644' } });
      const pictures = [await makePicture(await plain.jpeg().toBuffer())];
      const town = await makeCrowdedTown(server.dataDir, { people: PEOPLE, messages: MESSAGES, pictures });
      await server.start();
      await use({ ...town, baseURL: server.baseURL });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

async function signIn(
  browser: Browser,
  { baseURL, viewer }: CrowdedTown & { baseURL: string },
): Promise<Page> {
  const [longitude, latitude] = viewer.at;
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    geolocation: { latitude, longitude },
    permissions: ['geolocation'],
    serviceWorkers: SERVICE_WORKERS,
  });
  await context.addInitScript(
    ([authToken, userId, user]) => {
      // The blank page before the first navigation has no storage.
      if (location.protocol === 'about:') return;
      localStorage.setItem('authToken', authToken);
      localStorage.setItem('userId', userId);
      localStorage.setItem('user', user);
    },
    [viewer.token, viewer.user.id, JSON.stringify(viewer.user)] as const,
  );
  return await context.newPage();
}

/** Returns the names of everyone in the feed, in the server's order. */
async function namesInOrder({ baseURL, viewer: { token, user } }: CrowdedTown & { baseURL: string }) {
  const names: string[] = [];
  for (let skip = 0; skip < PEOPLE + FEED_PAGE; skip += FEED_PAGE) {
    const answer = await api({ url: baseURL }, listFeed, {
      token,
      body: {
        skip,
        limit: FEED_PAGE,
        preferences: { gender: [], minAge: null, maxAge: null, maxDistanceKm: 50, interestedIn: [] },
        userId: user.id,
        blockedUsers: [],
        blockedByOthers: [],
        rejectedUsers: [],
        pinnedUsers: [],
        location: user.location,
      },
    });
    names.push(...(answer.json as FeedItem[]).map(({ username, name }) => username || name));
  }
  return names;
}

const elementsIn = (part: Locator) => part.evaluate((root) => root.querySelectorAll('*').length);

test('a long feed can be scrolled to its end, in order, with few elements on the page', async ({
  browser,
  crowd,
}) => {
  const names = await namesInOrder(crowd);
  expect(names).toHaveLength(PEOPLE);
  const page = await signIn(browser, crowd);
  await page.goto('/feed');
  const end = page.getByText("You've seen all visible users");
  for (let loaded = FEED_PAGE; loaded <= PEOPLE; loaded += FEED_PAGE) {
    await expect.poll(() => lengthOf(page)).toBe(loaded);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  }
  await expect(end).toBeInViewport();
  await expect(placeOf(page, PEOPLE)).toBeInViewport();

  for (const [place, reducedMotion] of [
    [Math.round(PEOPLE * 0.6), 'no-preference'],
    [Math.round(PEOPLE * 0.25), 'no-preference'],
    [PEOPLE, 'no-preference'],
    [1, 'reduce'],
    [PEOPLE, 'reduce'],
    [2, 'reduce'],
    [1, 'reduce'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await scrollToPlace(page, place);
    await expect(placeOf(page, place)).toBeInViewport({ ratio: 0.9 });
    await expect(placeOf(page, place).getByRole('link')).toHaveText(new RegExp(`^${names[place - 1]},`));
    expect(await page.getByRole('button', { name: /^Pin / }).count()).toBeLessThan(15);
    expect(await elementsIn(page.getByRole('main'))).toBeLessThan(500);
  }
  await placeOf(page, 1).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: names[0]! })).toBeVisible();
  await page.context().close();
});

test('a feed keeps its place while a profile is open, and its order when the window changes', async ({
  browser,
  crowd,
}) => {
  const names = await namesInOrder(crowd);
  const page = await signIn(browser, crowd);
  await page.goto('/feed');
  await expect(placeOf(page, 1)).toBeVisible();
  for (let loaded = FEED_PAGE; loaded <= 4 * FEED_PAGE; loaded += FEED_PAGE) {
    await scrollToPlace(page, loaded);
    await expect(placeOf(page, loaded + 1)).toBeVisible();
  }
  await scrollToPlace(page, 50);
  await placeOf(page, 50).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: names[49]! })).toBeVisible();
  await page.goBack();
  await expect(placeOf(page, 50)).toBeInViewport({ ratio: 0.9 });

  // The Tab key moves from card to card past the end of what was rendered, even on a slow phone.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await placeOf(page, 50).getByRole('link').focus();
  const focused = () =>
    page.evaluate(() => Number(document.activeElement?.closest('li')?.getAttribute('aria-posinset')));
  const visited: number[] = [];
  for (let presses = 0; presses < 60 && visited.at(-1) !== 58; presses += 1) {
    await page.keyboard.press('Tab');
    const place = await focused();
    if (place !== visited.at(-1)) visited.push(place);
  }
  expect(visited).toEqual([50, 51, 52, 53, 54, 55, 56, 57, 58]);
  await devtools.detach();

  for (const width of [1300, 800, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await scrollToPlace(page, 40);
    await expect(placeOf(page, 40)).toBeInViewport();
    await expect(placeOf(page, 40).getByRole('link')).toHaveText(new RegExp(`^${names[39]},`));
  }
  await page.context().close();
});

test('a long chat can be read from its end to its beginning and keeps its place', async ({
  browser,
  crowd,
}) => {
  const page = await signIn(browser, crowd);
  await page.goto(`/chat/${crowd.chatId}`);
  const log = page.getByRole('log');
  const message = (number: number) => log.getByText(new RegExp(`^Message ${number}(?:,|$)`));
  await expect(message(MESSAGES)).toBeInViewport();

  const topOf = async (number: number) => Math.round((await message(number).boundingBox())!.y);
  const beginning = log.getByText('This is the start of your chat', { exact: false });
  const sections = log.locator('section');
  const loaded = await sections.count();
  // Near the top, but not at it: the older messages are inserted above what is being read, once they are released.
  const older = await hold(page, `**/api/chat/${crowd.chatId}/messages?*before=*`);
  const topmost = () =>
    log.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      const inSight = [...element.querySelectorAll('li')].find(
        (item) => item.getBoundingClientRect().top > top,
      );
      return Number(/Message (\d+)/.exec(inSight?.querySelector('[dir=auto]')?.textContent ?? '')?.[1]);
    });
  // Messages that come near the viewport are rendered during scrolling, and move nothing in the viewport.
  await expect
    .poll(async () => {
      await log.evaluate((element) => element.scrollTo(0, 250));
      return topmost();
    })
    .toBeLessThan(MESSAGES - FIRST + 20);
  const read = await topmost();
  const before = await topOf(read);
  older();
  await expect.poll(() => sections.count()).toBeGreaterThan(loaded);
  expect(Math.abs((await topOf(read)) - before)).toBeLessThanOrEqual(2);

  await expect
    .poll(
      async () => {
        await log.evaluate((element) => element.scrollTo(0, 0));
        return await beginning.isVisible();
      },
      { timeout: 60_000, intervals: [20] },
    )
    .toBe(true);
  await log.evaluate((element) => element.scrollTo(0, 0));
  for (const number of [1, 2, 3, 4, 5]) await expect(message(number)).toBeInViewport();
  // Messages that have just come near the viewport are still settling to their height.
  await expect(async () => {
    const tops = await Promise.all([1, 2, 3, 4, 5].map(topOf));
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  }).toPass();
  await expect.poll(() => log.getByRole('listitem').count()).toBeLessThan(200);
  expect(await elementsIn(log)).toBeLessThan(4000);

  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(message(MESSAGES)).toBeInViewport();
  await page.getByRole('textbox', { name: 'Message' }).fill('One more');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(log.getByText('One more')).toBeInViewport();
  await page.context().close();
});
