import type { Page } from '@playwright/test';
import { chatOf, hide, neighbours, neighboursInChat, pin, sayTo } from './meetings.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter } from './signed-in.ts';

test.use({ ...PHONE, expectedErrors: REFUSED });

const main = (page: Page) => page.getByRole('main');
const profileOf = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(`^${name}, `) });

test('a request shows a photo that opens the person’s profile, with both answers', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL, { tags: ['jazz night', 'coffee'] });
  await pin(bela, ada);
  // Works for a person whom no feed shows, too.
  await hide(bela, 3);
  await enter(page, ada, '/chats');
  await expect(main(page).getByText('You both like: Coffee')).toBeVisible();
  await main(page).getByRole('link', { name: 'Profile of Bela' }).click();
  await expect(page).toHaveURL(`/profile/${bela.id}`);
  await expect(profileOf(page, 'Bela')).toBeVisible();
  await expect(page.getByText('Jazz night')).toBeVisible();
  await expect(page.getByRole('button', { name: 'More' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reject Bela' })).toBeVisible();
  await page.getByRole('button', { name: 'Accept Bela' }).click();
  const moment = page.getByRole('dialog', { name: 'You and Bela' });
  await expect(moment.getByRole('img')).toHaveCount(0);
  await expect(moment.locator('img')).toHaveCount(2);
  await expect(moment.getByRole('listitem')).toHaveText(['Coffee']);
  // Shown with the first match on a device, and never again.
  await expect(moment).toContainText('Meet somewhere public first');
  await moment.getByRole('button', { name: 'Say something' }).click();
  const { id } = await chatOf(bela, ada);
  await expect(page).toHaveURL(`/chat/${id}`);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
});

test('the second click on Accept does not reach what the first one opened, even before the page is quiet', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL);
  await pin(bela, ada);
  // The code that loads once the page is quiet is still in flight.
  await page.route('**/assets/later-screens-*', () => undefined);
  await enter(page, ada, '/chats');
  // It loads right after the first content of the page, and runs some moments later.
  const guard = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/before-quiet-'))?.name,
  );
  await page.evaluate((name) => import(name!), await guard.jsonValue());
  const accept = page.getByRole('button', { name: 'Accept Bela' });
  const { x, y, width, height } = (await accept.boundingBox())!;
  await page.evaluate(() => {
    document.addEventListener(
      'click',
      ({ detail }) => (document.documentElement.dataset.clicked = `${detail}`),
    );
  });
  await page.mouse.move(x + width / 2, y + height / 2);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await expect(accept).toHaveCount(0);
  }
  await expect(page.getByRole('dialog', { name: 'You and Bela' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-clicked', '1');
  await expect(page).toHaveURL(/\/chats$/);
});

test('people that the user pinned or chats with have a profile, too @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await pin(ada, bela);
  await enter(page, ada, '/chats');
  await main(page).getByRole('link', { name: /^Bela/ }).click();
  await expect(profileOf(page, 'Bela')).toBeVisible();
  await expect(page.getByText('Waiting for an answer')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pin Bela' })).toHaveCount(0);

  // Pinning back accepts the pin.
  await pin(bela, ada);
  const { id: chatId } = await chatOf(ada, bela);
  await page.goto('/chats');
  await main(page).getByRole('link', { name: 'Profile of Bela' }).click();
  await expect(profileOf(page, 'Bela')).toBeVisible();
  await page.getByRole('button', { name: 'Open Chat' }).click();
  await expect(page).toHaveURL(`/chat/${chatId}`);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.getByRole('heading', { name: 'Bela' }).click();
  await expect(page).toHaveURL(`/profile/${bela.id}`);
});

test('a toast and a notification of a request lead to it', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  const socket = page.waitForEvent('websocket');
  await enter(page, ada, '/feed');
  await socket;
  await expect(page.getByRole('article')).toHaveCount(1);
  await pin(bela, ada);
  const toast = page.locator('.toast', { hasText: 'Bela pinned you.' });
  // The photo of the person.
  await expect(toast.locator('img')).toHaveAttribute('src', /\/photos\//);
  await toast.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(`/profile/${bela.id}`);
  await expect(page.getByRole('button', { name: 'Accept Bela' })).toBeVisible();

  const { id } = await chatOf(ada, bela);
  await page.goto(`/?fromNotification=1&chatId=${id}`);
  await expect(page).toHaveURL(`/profile/${bela.id}`);
  await expect(page.getByRole('button', { name: 'Reject Bela' })).toBeVisible();
});

test('requests stay in one row, however many, and push no chat out of sight @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  await sayTo(chatId, bela, ada, 'Where are you?');
  const chat = await chatOf(ada, bela);
  const requests = Array.from({ length: 12 }, (_, at) => ({
    ...chat,
    id: `request-${at}`,
    pinStatus: 'pending',
    initiatedBy: bela.id,
  }));
  await page.route('**/api/chat/*/all', (route) => route.fulfill({ json: [...requests, chat] }));
  await enter(page, ada, '/chats');
  await expect(page.getByRole('button', { name: 'Accept Bela' })).toHaveCount(12);
  const row = main(page).getByRole('link', { name: /^Bela.*Where are you\?/s });
  await expect(row).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('nothing in a row that waits for an answer is highlighted @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await pin(ada, bela);
  await enter(page, ada, '/chats');
  const row = main(page).getByRole('link', { name: /^Bela/ });
  await expect(row).toContainText(/[23]:\d\d/);
  const colours = await row
    .locator('*')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).color));
  expect(new Set(colours).size).toBe(1);
});
