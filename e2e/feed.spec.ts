import type { FeedItem } from '@herenow/contract/entities';
import { wholeKm } from '@herenow/contract/geo';
import { ageOn } from '@herenow/contract/ages';
import type { Page } from '@playwright/test';
import { becomeVisible } from '@herenow/testing/public-person';
import { hold } from './answers.ts';
import { hide, leave, neighbours } from './meetings.ts';
import { lengthOf, linksInOrder } from './feed-cards.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter, quietPlace, someone } from './signed-in.ts';

/** Matches every page of the feed. */
const FEED = /\/api\/feed(\?.*)?$/;
const BORN = '1996-05-14';

test.use({ ...PHONE, expectedErrors: REFUSED });

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try Again' }).click();

/** Scrolls until the end of the list is this far below the window, and waits for the effects. */
async function scrollTowards(page: Page, below: number): Promise<void> {
  const foot = page.getByRole('main').locator('> [role=status]').first();
  await foot.evaluate(async (element, distance) => {
    window.scrollBy(0, element.getBoundingClientRect().top - window.innerHeight - distance);
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  }, below);
}

test('a card shows a person and opens their profile', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL, { gender: 'She/Her', dateOfBirth: BORN });
  await enter(page, ada, '/feed');
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card.getByRole('heading')).toHaveText(`Bela, ${ageOn(BORN, new Date())}`);
  await expect(card.getByText('She/Her')).toBeVisible();
  const distance = wholeKm((await ada.user()).location!, (await bela.user()).location!);
  expect(distance).toBeGreaterThanOrEqual(2);
  await expect(card.getByText(`${distance} km`, { exact: true })).toBeVisible();
  await expect(page.getByText("You've seen all visible users")).toBeVisible();
  const columns = () =>
    page
      .getByRole('main')
      .getByRole('list')
      .first()
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
  for (const [width, count] of [
    [1280, 3],
    [800, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    expect(await columns()).toBe(count);
  }
  await card.click({ position: { x: 150, y: 200 } });
  await expect(page).toHaveURL(`/profile/${bela.id}`);
  await page.goBack();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(card).toHaveCount(1);
});

test('held sideways, a whole card with its pin is in sight', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 667, height: 375 });
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Pin Bela' })).toBeInViewport({ ratio: 1 });
});

test('a lost network is shown, and nothing disappears', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article')).toHaveCount(1);
  const lost = page.getByText('No internet connection. What you write stays here.');
  await page.context().setOffline(true);
  await expect(lost).toBeVisible();
  await page.context().setOffline(false);
  await expect(lost).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('an empty feed says what to do, depending on the viewer @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  const goVisible = page.getByRole('main').getByRole('button', { name: 'Go Visible Now' });
  await enter(page, ada, '/feed');
  await expect(page.getByText('No one is visible right now')).toBeVisible();
  await expect(page.getByText('Check back later or be the first to go visible!')).toBeVisible();
  await expect(goVisible).toBeVisible();

  await hide(ada);
  await page.reload();
  await expect(page.getByRole('button', { name: /^You are incognito/ })).toBeVisible();
  await expect(page.getByText('Check back later or be the first to go visible!')).toBeVisible();
  await expect(goVisible).toBeVisible();

  await becomeVisible(ada);
  await page.reload();
  await expect(page.getByText('Check back later!', { exact: true })).toBeVisible();
  await expect(goVisible).toHaveCount(0);

  await leave(ada);
  await page.reload();
  await page.getByRole('button', { name: 'Bring a Friend' }).click();
  const friend = page.getByRole('dialog', { name: 'Bring a Friend' });
  await expect(friend.getByRole('img', { name: 'QR code that opens this site' })).toBeVisible();
  await expect(friend.getByText(`${new URL(page.url()).origin}/`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(friend).toHaveCount(0);
  await goVisible.click();
  await expect(page.getByRole('dialog', { name: 'Go Visible' })).toBeVisible();
});

test('pages load one after another without duplicates, and are still there when the user comes back', async ({
  page,
  baseURL,
}) => {
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at });
  const newcomer = async (name: string) => becomeVisible(await someone(name, { baseURL, at }));
  // The server decodes only a few pictures at a time.
  for (let made = 0; made < 22; made += 2)
    await Promise.all([newcomer(`Person ${made}`), newcomer(`Person ${made + 1}`)]);
  await becomeVisible(ada);
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/feed') asked.push(searchParams.get('after'));
  });
  await enter(page, ada, '/feed');
  const cards = page.getByRole('article');
  await expect.poll(() => lengthOf(page)).toBe(20);
  const first = (await cards.first().getByRole('heading').textContent())!.split(',')[0]!;
  await page.getByRole('button', { name: `Pin ${first}`, exact: true }).click();
  await expect(page.getByText(`You Pinned ${first}!`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Pin ${first}`, exact: true })).toHaveCount(0);
  await expect.poll(() => lengthOf(page)).toBe(19);
  expect(asked).toEqual([null]);

  const release = await hold(page, FEED);
  // A tenth of the last element, which is 96 px high, must be within 100 px of the window.
  await scrollTowards(page, 100);
  expect(asked).toEqual([null]);
  await scrollTowards(page, 80);
  await expect(page.getByText('Loading more people...')).toBeVisible();
  release();
  await expect(page.getByText("You've seen all visible users")).toBeVisible();
  expect(asked).toEqual([null, expect.stringMatching(/^[0-9a-f]{15}\.[0-9a-f]{15}\.[0-9a-f-]{36}$/)]);
  const links = await linksInOrder(page);
  expect(links).toHaveLength(21);
  expect(new Set(links).size).toBe(21);

  const kept = () => page.evaluate(() => Number(sessionStorage.getItem('scroll:/feed')));
  await page.evaluate(() => window.scrollTo(0, 3000));
  await expect.poll(kept).toBe(3000);
  // Not with Playwright's click, which would scroll to the link first.
  await cards
    .last()
    .getByRole('link')
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/profile\//);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(3000);
  await expect(cards.first()).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('a failed later page is shown below the loaded people @slow', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await page.route(FEED, async (route) => {
    if (route.request().url().includes('after=')) return route.fulfill({ status: 500, body: '' });
    const response = await route.fetch();
    const [bela] = (await response.json()) as FeedItem[];
    const many = Array.from({ length: 20 }, (_, index) => ({ ...bela, id: `person-${index}` }));
    const link = '</api/feed?after=further>; rel="next"';
    return route.fulfill({ response, json: many, headers: { ...response.headers(), link } });
  });
  await enter(page, ada, '/feed');
  await expect.poll(() => lengthOf(page)).toBe(20);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText('Failed to fetch users')).toBeVisible();
  await expect.poll(async () => (await linksInOrder(page)).length).toBe(20);
  await page.unroute(FEED);
  await tryAgain(page);
  await expect(page.getByRole('article')).toHaveCount(1);
});
