import { listMessages } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import type { Page } from '@playwright/test';
import { refuse, sent } from './answers.ts';
import {
  accept,
  chatOf,
  chatsOf,
  hide,
  leave,
  neighbours,
  neighboursInChat,
  pin,
  sayTo,
} from './meetings.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter, enterConnected, quietPlace, someone } from './signed-in.ts';
import { becomeVisible } from '@herenow/testing/public-person';

test.use({ ...PHONE, expectedErrors: REFUSED });

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const pinButton = (page: Page) => page.getByRole('button', { name: 'Pin Bela' });

test('a pin can be undone, and the card is back in its place', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await pinButton(page).click();
  const told = page.getByText('You Pinned Bela!');
  await expect(told).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await undo(page).press('Enter');
  await expect(undo(page)).toHaveCount(0);
  await expect(told).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(await chatsOf(bela)).toEqual([]);

  // A pin that is not undone stays, and the bar closes by itself.
  await pinButton(page).click();
  await expect(undo(page)).toBeVisible();
  await expect(undo(page)).toHaveCount(0);
  expect(await chatsOf(bela)).toHaveLength(1);
});

test('a pin can be undone by the usual keys', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await pinButton(page).press('Enter');
  await expect(undo(page)).toHaveAttribute('aria-keyshortcuts', 'Control+Z Meta+Z');
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(undo(page)).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect.poll(() => chatsOf(bela)).toEqual([]);
});

test('a pin that waited for the user to become visible can be undone on the confirmation @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await leave(ada);
  await enter(page, ada, '/feed');
  await pinButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go Visible Now' }).click();
  await expect(undo(page)).toBeVisible();
  const bar = (await undo(page).boundingBox())!;
  const on = (await page.getByRole('button', { name: 'Start Browsing' }).boundingBox())!;
  expect(bar.y + bar.height).toBeLessThanOrEqual(on.y);
});

test('a pinned card leaves and comes back unchanged, even beside another one @slow', async ({
  page,
  baseURL,
}) => {
  const at = quietPlace();
  const names = ['Ada', 'Bela', 'Cleo'];
  const [ada, ...others] = await Promise.all(names.map((name) => someone(name, { baseURL, at })));
  await Promise.all([ada!, ...others].map((one) => becomeVisible(one)));
  const asked = () => page.waitForResponse('**/api/feed/changes');
  const connected = asked();
  await enterConnected(page, ada!, '/feed');
  await connected;
  const card = (name: string) => page.locator('article', { hasText: name });
  await expect(card('Cleo')).toBeVisible();

  // Both pins are answered at the same moment, and the animation of the cards lasts long enough for the feed to learn
  // of it.
  await page.addStyleTag({ content: 'article { animation-duration: 3s !important; }' });
  const both = Promise.withResolvers<void>();
  let pins = 0;
  await page.route('**/api/user/pin-user', async (route) => {
    const response = await route.fetch();
    pins += 1;
    if (pins === 2) both.resolve();
    await both.promise;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Pin Cleo' }).click();
  await pinButton(page).click();
  await both.promise;
  const heard = asked();
  await expect(page.getByText(/^You Pinned/).first()).toBeVisible();
  await heard;
  await expect(page.getByText('Not here any more')).toHaveCount(0);
  await page.route('**/api/feed/changes', () => undefined);
  await undo(page).first().click();
  await expect(page.locator('article')).toHaveCount(1);
  await expect(page.locator('article')).not.toHaveAttribute('inert');
});

test('a pin that is answered at once can no longer be undone @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  // The page's clock is stopped, so that the time to undo does not run out. It is installed before the page opens: an
  // open page would show 1970 for a moment and compute with that.
  await page.clock.install();
  await enterConnected(page, ada, '/feed');
  await pinButton(page).click();
  await expect(undo(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 1000);
  await accept(bela, (await chatOf(bela, ada)).id);
  await expect(undo(page)).toHaveCount(0);
});

test('two people who pin each other at the same moment match @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await page.route('**/api/user/pin-user', async (route) => {
    await pin(bela, ada);
    await route.continue();
  });
  await pinButton(page).click();
  await expect(page.getByRole('dialog')).toContainText('Bela');
  // Nor under the dialog, where it would go by itself in a few seconds.
  expect(await page.getByRole('button', { name: 'Undo', includeHidden: true }).count()).toBe(0);
  await expect(page.getByText('Bela pinned you.')).toHaveCount(0);
});

test('a rejection is delayed, and can be undone until then', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await pin(bela, ada);
  const { id } = await chatOf(ada, bela);
  const rejected = sent(page, `/api/user/pin-user/reject/${id}`);
  await enter(page, ada, `/profile/${bela.id}`);
  await page.getByRole('button', { name: 'Reject Bela' }).click();
  await expect(page).toHaveURL(/\/chats$/);
  await expect(page.getByText('Bela pinned you')).toHaveCount(0);
  await undo(page).click();
  await expect(page.getByText('Bela pinned you')).toBeVisible();
  expect(rejected).toHaveLength(0);

  await page.getByRole('button', { name: 'Reject Bela' }).click();
  await expect(page.getByText('Bela pinned you')).toHaveCount(0);
  await expect(undo(page)).toHaveCount(0);
  await expect.poll(() => rejected.length).toBe(1);
  await expect.poll(async () => (await chatOf(bela, ada)).pinStatus).toBe('rejected');
  await expect(page.getByText('Bela pinned you')).toHaveCount(0);
});

test('a deletion is delayed, and can be undone until then @slow', async ({ page, baseURL }) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  await sayTo(chatId, ada, bela, 'See you at the fountain');
  const theirs = async () =>
    ((await bela.call(listMessages, { params: { chatId } })).json as Message[]).map(({ content }) => content);
  const log = page.getByRole('log');
  const remove = async () => {
    await log.getByText('See you at the fountain').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(log.getByText('This message was deleted')).toBeVisible();
  };
  await enter(page, ada, `/chat/${chatId}`);
  await remove();
  expect(await theirs()).toEqual(['See you at the fountain']);
  await undo(page).click();
  await expect(log.getByText('See you at the fountain')).toBeVisible();
  await remove();
  // A user who leaves the page cannot undo it any more.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(theirs).toEqual(['']);
});

test('a deletion is not lost when the page is left @slow', async ({ page, baseURL }) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  await sayTo(chatId, ada, bela, 'See you at the fountain');
  await enterConnected(page, ada, `/chat/${chatId}`);
  const message = page.getByRole('log').getByText('See you at the fountain');
  await message.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(undo(page)).toBeVisible();
  await page.goto('about:blank');
  await expect
    .poll(async () => (await bela.call(listMessages, { params: { chatId } })).json)
    .toMatchObject([{ content: '', deleted: true }]);
});

test('a pin begun while offline continues after going visible, even from the feed @slow', async ({
  page,
  baseURL,
}) => {
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at });
  const bela = await someone('Bela', { baseURL, at });
  await becomeVisible(bela);
  await enter(page, ada, '/feed');
  await pinButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'Go Visible' });
  await expect(sheet).toContainText('To pin Bela, go visible');
  // A failure to go visible from the feed is only logged.
  await refuse(page, '**/api/user/go-online');
  const answered = page.waitForResponse('**/api/user/go-online');
  await sheet.getByRole('button', { name: 'Go Visible Now' }).click();
  await answered;
  await page.unroute('**/api/user/go-online');
  await sheet.getByRole('button', { name: 'Go Visible Now' }).click();
  await expect(page).toHaveURL(/\/payment-success$/);
  await expect(page.getByText('You Pinned Bela!')).toBeVisible();
  await expect(page.getByText('Payment unsseccesfull')).toHaveCount(0);
  expect(await chatsOf(bela)).toHaveLength(1);
  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByText('No one is visible right now')).toBeVisible();
});

test('a user who is incognito without an end is asked to choose one before pinning @slow', async ({
  page,
  baseURL,
}) => {
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at });
  const bela = await someone('Bela', { baseURL, at });
  await becomeVisible(bela);
  await hide(ada, null);
  await enter(page, ada, `/profile/${bela.id}`);
  await pinButton(page).click();
  const sheet = page.getByRole('dialog', { name: 'Go Visible' });
  await expect(sheet).toContainText('You’re incognito with no end time');
  await sheet.getByRole('button', { name: '1h' }).click();
  await sheet.getByRole('button', { name: 'Go Incognito' }).click();
  await expect(page).toHaveURL(/\/payment-success$/);
  await expect(page.getByText('You Pinned Bela!')).toBeVisible();
  expect(await ada.user()).toMatchObject({ status: 'incognito', online: true });
  expect((await ada.user()).onlineUntil).not.toBeNull();
  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect(page).toHaveURL(`/profile/${bela.id}`);
});

test('a refused pin says why, and the card stays @slow', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await refuse(page, '**/api/user/pin-user', 429, 'You have pinned many people. Please wait a while.');
  await pinButton(page).click();
  const toast = page.locator('.toast', { hasText: 'Bela is already pinned.' });
  await expect(toast).toContainText('You have pinned many people. Please wait a while.');
  await expect(pinButton(page)).toBeEnabled();
});
