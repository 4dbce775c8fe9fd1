import type { FeedItem } from '@herenow/contract/entities';
import { expect, type Page } from '@playwright/test';
import { ada, fails, hangs, lone, opens, press, shows, steps, toEnd, waiting, type Stop } from './stop.ts';
import type { World } from './tour-people.ts';

const FEED = '**/api/feed';

/** Makes the first page full, so that the client requests a second one, which never comes. */
const longFeed = async (page: Page) => {
  await page.route(/feed\?after=/, () => undefined);
  await page.route(FEED, async (route) => {
    const response = await route.fetch();
    const people = (await response.json()) as FeedItem[];
    const many = Array.from({ length: 20 }, (_, at) => ({ ...people[at % people.length]!, id: `${at}` }));
    const headers = { ...response.headers(), link: '</api/feed?after=more>; rel="next"' };
    await route.fulfill({ response, headers, json: many });
  });
};

/** Makes the time of the first person run out, whatever the server says later. */
const leaves = async (page: Page) => {
  await page.route(`${FEED}/changes`, () => undefined);
  await page.route(FEED, async (route) => {
    const response = await route.fetch();
    const [first, ...others] = (await response.json()) as FeedItem[];
    const gone = { ...first!, onlineUntil: new Date(0).toISOString() };
    await route.fulfill({ response, json: [gone, ...others] });
  });
};

const report = async (page: Page) => {
  await press('More')(page);
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  await page.getByRole('dialog').waitFor();
};

/** Belongs to a user of its own, since the filter stays set and others must see people. */
const filterer = ({ photographed }: World) => photographed;

const setAges = (least: string, most: string) => async (page: Page) => {
  await opens(/filter/i)(page);
  await page.getByLabel('Min age').fill(least);
  await page.getByLabel('Max age').fill(most);
  await press(/^(Apply|Show .+)$/)(page);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

export const feedStops: readonly Stop[] = [
  { name: 'feed', path: () => '/feed', who: ada },
  {
    name: 'feed-loading',
    path: () => '/feed',
    who: ada,
    before: hangs(FEED),
    unfinished: true,
    act: waiting,
  },
  {
    name: 'feed-failed',
    path: () => '/feed',
    who: ada,
    before: fails(FEED),
    unfinished: true,
    act: shows('Failed to fetch users'),
  },
  {
    name: 'feed-more',
    path: () => '/feed',
    who: ada,
    before: longFeed,
    act: async (page) => {
      await page.getByRole('article').first().waitFor();
      await toEnd(page);
      await shows('Loading more people...')(page);
      // Makes more of the card above visible than its pin button, which covers the link.
      await page.evaluate(() => scrollBy(0, -100));
    },
  },
  { name: 'feed-empty', path: () => '/feed', who: lone },
  {
    name: 'feed-gone',
    path: () => '/feed',
    who: ada,
    before: leaves,
    act: shows('Not here any more'),
  },
  {
    name: 'feed-pinned',
    path: () => '/feed',
    who: ada,
    before: (page) => page.route('**/api/user/pin-user', (route) => route.fulfill({ status: 200 })),
    act: steps(press(/^Pin /), shows(/^You Pinned/)),
  },
  {
    name: 'feed-news-of-pin',
    path: () => '/feed',
    who: ada,
    act: async (page, { pinner }) => {
      const face = page.getByRole('article').first().locator('img').first();
      const senderPhotoUrl = await face.getAttribute('src');
      const content = 'Maximiliana Theodora von Hohenstein pinned you.';
      const detail = {
        type: 'PIN_REQUEST',
        chatId: 'new',
        senderId: pinner,
        senderUsername: '',
        content,
        senderPhotoUrl,
      };
      // A painted page may not listen yet, so the event is repeated until it is heard.
      await expect(async () => {
        await page.evaluate(
          (one) => window.dispatchEvent(new CustomEvent('notification', { detail: one })),
          detail,
        );
        await expect(page.getByText(content).first()).toBeVisible({ timeout: 1000 });
      }).toPass();
    },
  },
  {
    name: 'feed-offline',
    path: () => '/feed',
    who: ada,
    act: async (page) => {
      await page.context().setOffline(true);
      await shows(/^No internet connection/)(page);
    },
  },
  { name: 'filter', path: () => '/feed', who: ada, act: opens(/filter/i) },
  {
    name: 'filter-wrong',
    path: () => '/feed',
    who: ada,
    act: async (page) => {
      await opens(/filter/i)(page);
      for (const name of ['They/Them', 'Other', 'Picnic']) await press(name)(page);
      await page.getByLabel('Min age').fill('40');
      await page.getByLabel('Max age').fill('30');
      await shows('Max age must be greater than min age')(page);
    },
  },
  {
    name: 'feed-filter-nobody',
    path: () => '/feed',
    who: filterer,
    act: steps(setAges('79', '80'), shows(/^Nobody aged 79 to 80/)),
  },
  {
    name: 'feed-filter-wrong',
    path: () => '/feed',
    who: filterer,
    act: steps(setAges('40', '30'), shows('Max age must be greater than min age')),
  },
];

export const visibilityStops: readonly Stop[] = [
  { name: 'go-visible', path: () => '/feed', who: lone, act: opens(/You are offline/) },
  {
    name: 'go-visible-failed',
    path: () => '/feed',
    who: lone,
    before: fails('**/api/user/go-online'),
    act: steps(opens(/You are offline/), async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Go Visible Now' }).click();
      await shows('Payment unsseccesfull')(page);
    }),
  },
  { name: 'go-incognito', path: () => '/feed', who: ada, act: opens(/You are visible/) },
  { name: 'incognito', path: () => '/feed', who: ({ quiet }) => quiet, act: opens(/You are incognito/) },
  {
    name: 'incognito-endless',
    path: () => '/feed',
    who: ({ endless }) => endless,
    act: opens(/You are incognito/),
  },
  { name: 'payment-success', path: () => '/payment-success', who: ada },
  { name: 'payment-success-incognito', path: () => '/payment-success', who: ({ quiet }) => quiet },
  { name: 'payment-success-alone', path: () => '/payment-success', who: lone },
  {
    name: 'enable-notifications',
    path: () => '/payment-success',
    who: ada,
    before: (page) =>
      page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' })),
    act: (page) => page.getByRole('dialog').waitFor(),
  },
];

export const profileStops: readonly Stop[] = [
  { name: 'profile', path: ({ neighbour }) => `/profile/${neighbour}`, who: ada },
  { name: 'profile-of-pinner', path: ({ pinner }) => `/profile/${pinner}`, who: ada },
  { name: 'profile-long-name', path: ({ longName }) => `/profile/${longName}`, who: ada },
  { name: 'profile-right-to-left', path: ({ rightToLeft }) => `/profile/${rightToLeft}`, who: ada },
  {
    name: 'profile-loading',
    path: ({ neighbour }) => `/profile/${neighbour}`,
    who: lone,
    before: (page) =>
      page.route('**/api/user/*', (route) =>
        route.request().url().endsWith(idIn(page)) ? undefined : route.continue(),
      ),
    unfinished: true,
    act: waiting,
  },
  {
    name: 'profile-failed',
    path: ({ neighbour }) => `/profile/${neighbour}`,
    who: lone,
    before: (page) =>
      page.route('**/api/user/*', (route) =>
        route.request().url().endsWith(idIn(page)) ? route.fulfill({ status: 500 }) : route.continue(),
      ),
    unfinished: true,
    act: shows('Failed to load users'),
  },
  { name: 'profile-sample', path: () => '/profile/nobody', who: ada, act: shows('Sample profile') },
  { name: 'profile-menu', path: ({ neighbour }) => `/profile/${neighbour}`, who: ada, act: opens('More') },
  { name: 'report', path: ({ neighbour }) => `/profile/${neighbour}`, who: ada, act: report },
  {
    name: 'report-missing',
    path: ({ neighbour }) => `/profile/${neighbour}`,
    who: ada,
    act: steps(report, press('Send Report'), shows('Please select a reason for reporting')),
  },
];

/** Returns the id of the person whose profile is open, from the address. */
const idIn = (page: Page) => page.url().split('/').at(-1)!;
