import type { Page } from '@playwright/test';
import { becomeVisible, type PublicPerson } from '@herenow/testing/public-person';
import { unanswered } from './answers.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { pin } from './meetings.ts';
import { enter, quietPlace, someone, whenQuiet } from './signed-in.ts';

test.use(PHONE);

/** Opens a page and waits until it keeps the focus. */
async function enterQuiet(page: Page, person: PublicPerson, path: string): Promise<void> {
  const quiet = whenQuiet(page);
  await enter(page, person, path);
  await quiet;
}

/** Makes Ada, and Bela, Chidi and Dana in view of her. */
async function town(baseURL: string | undefined) {
  const at = quietPlace();
  const make = (name: string) => someone(name, { baseURL, at });
  const [ada, ...others] = await Promise.all(['Ada', 'Bela', 'Chidi', 'Dana'].map(make));
  for (const one of [ada!, ...others]) await becomeVisible(one);
  return { ada: ada!, others };
}

test('in the feed the focus moves to the next card, and back from a toast', async ({ page, baseURL }) => {
  const { ada } = await town(baseURL);
  await enterQuiet(page, ada, '/feed');
  const card = (nth: number) => page.getByRole('article').nth(nth);
  const link = (nth: number) => card(nth).getByRole('link');
  const [first, next] = [await link(0).textContent(), await link(1).textContent()];
  await card(0).getByRole('button', { name: /^Pin/ }).press('Enter');
  await expect(page.getByText(/^You Pinned/)).toBeVisible();
  await expect(link(0)).toHaveText(next!);
  await expect(link(0)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(link(0)).toHaveText(first!);
  await expect(link(1)).toBeFocused();

  await page.getByRole('button', { name: 'Refresh' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('in the list of chats the focus moves to the next request', async ({ page, baseURL }) => {
  const { ada, others } = await town(baseURL);
  for (const one of others) await pin(one, ada);
  await enterQuiet(page, ada, '/chats');
  const face = page.getByRole('link', { name: /^Profile of/ });
  const reject = page.getByRole('button', { name: /^Reject/ });
  await expect(reject).toHaveCount(3);
  await reject.nth(1).press('Enter');
  await expect(reject).toHaveCount(2);
  await expect(face.nth(1)).toBeFocused();
  await reject.nth(1).press('Enter');
  await expect(reject).toHaveCount(1);
  await expect(face.first()).toBeFocused();
  await page.getByRole('button', { name: /^Accept/ }).press('Enter');
  const moment = page.getByRole('dialog', { name: /^You and/ });
  await moment.getByRole('button', { name: 'Later' }).press('Enter');
  await expect(moment).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveAccessibleName(/^Profile of/);
});

test('a successful retry moves the focus to the loaded content', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/net::ERR/);
  const { ada } = await town(baseURL);
  await unanswered(page, '**/api/feed');
  await enterQuiet(page, ada, '/feed');
  const again = page.getByRole('button', { name: 'Try Again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/feed');
  await again.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('main')).toBeFocused();
});
