import { FEED_PAGE } from '@herenow/contract/constants';
import type { FeedItem } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import type { Browser, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { makePicture } from '../server/src/features/photos/pictures.ts';
import { makeCrowdedTown, type CrowdedTown } from '../server/testing/crowded-town.ts';
import { api } from '../server/testing/people.ts';
import { expect, test as base } from './fixtures.ts';
import { startServer } from './server.ts';

const PEOPLE = 500;
const MESSAGES = 2000;

const test = base.extend<object, { crowd: CrowdedTown & { baseURL: string } }>({
  crowd: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      await using server = await startServer();
      await server.stop();
      const plain = sharp({ create: { width: 108, height: 144, channels: 3, background: '#886644' } });
      const pictures = [await makePicture(await plain.jpeg().toBuffer())];
      const town = await makeCrowdedTown(server.dataDir, { people: PEOPLE, messages: MESSAGES, pictures });
      await server.start();
      await use({ ...town, baseURL: server.baseURL });
    },
    { scope: 'worker', timeout: 120_000 },
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
    serviceWorkers: 'block',
  });
  await context.addInitScript(
    ([authToken, userId, user]) => {
      // The empty page before the first one keeps nothing.
      if (location.protocol === 'about:') return;
      localStorage.setItem('authToken', authToken);
      localStorage.setItem('userId', userId);
      localStorage.setItem('user', user);
    },
    [viewer.token, viewer.user.id, JSON.stringify(viewer.user)] as const,
  );
  return await context.newPage();
}

/** The names of everyone in the feed, as the server orders them. */
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

test('a feed of 500 is scrolled to its end, in order, with few elements on the page', async ({
  browser,
  crowd,
}) => {
  const names = await namesInOrder(crowd);
  expect(names).toHaveLength(PEOPLE);
  const page = await signIn(browser, crowd);
  await page.goto('/feed');
  const cards = page.getByRole('main').locator('ul').first().locator('> li');
  const end = page.getByText("You've seen all visible users");
  await expect(cards).toHaveCount(FEED_PAGE);
  for (let loaded = FEED_PAGE; loaded < PEOPLE; loaded += FEED_PAGE) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(cards).toHaveCount(loaded + FEED_PAGE);
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(end).toBeInViewport();

  for (const at of [PEOPLE - 1, 312, 127, 1, 0]) {
    await cards.nth(at).scrollIntoViewIfNeeded();
    await expect(cards.nth(at).getByRole('link')).toHaveText(new RegExp(`^${names[at]},`));
    // The rest of them are names.
    expect(await page.getByRole('button', { name: /^Pin / }).count()).toBeLessThan(15);
    expect(await elementsIn(page.getByRole('main'))).toBeLessThan(PEOPLE * 6 + 1000);
  }
  await cards.first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: names[0]! })).toBeVisible();
  await page.context().close();
});
