import type { Page } from '@playwright/test';
import { becomeVisible } from '@herenow/testing/public-person';
import { neighbours, neighboursInChat, sayTo } from './meetings.ts';
import { expect, test } from './fixtures.ts';
import { enter, someone, threePhotos, whenQuiet } from './signed-in.ts';

test.use({
  permissions: ['geolocation', 'notifications'],
  viewport: { width: 390, height: 844 },
  hasTouch: true,
});

const filter = (page: Page) => page.getByRole('dialog', { name: 'Preferences' });
const openFilter = async (page: Page) => {
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(filter(page)).toBeVisible();
};
/** Waits until the history entry of a closed layer is behind or ahead, not current. */
const settled = (page: Page) => expect.poll(() => page.evaluate(() => history.state?.layers ?? 0)).toBe(0);

test('Back first closes the filter on the first page of a visit, and then leaves @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await openFilter(page);
  await page.goBack();
  await expect(filter(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByRole('article')).toHaveCount(1);

  await page.goForward();
  await settled(page);
  await expect(filter(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/feed$/);

  await openFilter(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(filter(page)).toHaveCount(0);
  await settled(page);
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('a page reloaded under a sheet has one history entry again @slow', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/settings');
  await page.getByRole('link', { name: 'Explore' }).click();
  await openFilter(page);
  await expect.poll(() => page.evaluate(() => history.state?.layers)).toBe(1);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(filter(page)).toHaveCount(0);
  await settled(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/settings$/);
});

test('Back closes the documents over the registration @slow', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Join' }).first().click();
  await page.getByLabel('Email').fill('somebody@example.org');
  const terms = page.getByRole('dialog', { name: 'Terms of Use' });
  await page.getByRole('button', { name: 'Terms of Use' }).click();
  await expect(terms).toBeVisible();
  await page.goBack();
  await expect(terms).toHaveCount(0);
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByLabel('Email')).toHaveValue('somebody@example.org');
});

test('Back closes the photos, the menu, the confirmation and the report over a profile', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL, { pictures: await threePhotos() });
  await enter(page, ada, '/feed');
  await page.getByRole('article').getByRole('link').first().click();
  const here = `/profile/${bela.id}`;
  await expect(page).toHaveURL(here);

  await page.getByRole('button', { name: 'Show the whole photo' }).click();
  const photos = page.getByRole('dialog', { name: 'Photos of Bela' });
  await expect(photos).toBeVisible();
  await page.goBack();
  await expect(photos).toHaveCount(0);
  await expect(page).toHaveURL(here);

  const more = page.getByRole('button', { name: 'More' });
  await more.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveURL(here);

  await more.click();
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  const report = page.getByRole('dialog', { name: 'Report User' });
  await report.getByRole('textbox').fill('Not the one in the photos');
  await page.goBack();
  await expect(report).toHaveCount(0);
  await expect(page).toHaveURL(here);
  await more.click();
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  await expect(report.getByRole('textbox')).toHaveValue('Not the one in the photos');
  await page.keyboard.press('Escape');
  await expect(report).toHaveCount(0);

  await more.click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(here);

  // The page after a confirmation replaces the current one, so that Back does not lead to a blocked person.
  await more.click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  await question.getByRole('button', { name: 'Block User' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await settled(page);
  await page.goBack();
  await expect(page).not.toHaveURL(here);
  await page.goForward();
  await page.goForward();
  await settled(page);
  await expect(page).toHaveURL(/\/feed$/);
});

test('Back closes the menu of a message, and the text in the field stays', async ({ page, baseURL }) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  const messageId = await sayTo(chatId, bela, ada, 'Hello there');
  await enter(page, ada, `/chat/${chatId}`);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Half a sentence');
  const message = page.locator(`[data-message="${messageId}"]`);
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page).toHaveURL(`/chat/${chatId}`);
  await expect(field).toHaveValue('Half a sentence');
});

test('a page opened from a sheet comes right after the page below the sheet in the history @slow', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('Ada', { baseURL });
  const bela = await someone('Bela', { baseURL });
  await becomeVisible(bela);
  await enter(page, ada, '/feed');
  const sheet = page.getByRole('dialog', { name: 'Go Visible' });
  await page
    .getByRole('banner')
    .getByRole('button', { name: /offline/i })
    .click();
  await expect(sheet).toBeVisible();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /offline/i })
    .click();
  await sheet.getByRole('button', { name: 'Go Visible Now' }).click();
  await expect(page).toHaveURL(/\/payment-success$/);
  await expect(sheet).toHaveCount(0);
  await settled(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(sheet).toHaveCount(0);
});

test('Back closes the search, the reply and the edit in a chat, and then the chat @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  const hers = await sayTo(chatId, bela, ada, 'Hello there');
  const own = await sayTo(chatId, ada, bela, 'Helo');
  await enter(page, ada, '/chats');
  await page.getByRole('link', { name: /^Bela/ }).click();
  await expect(page).toHaveURL(`/chat/${chatId}`);
  const act = async (messageId: string, name: string) => {
    const message = page.locator(`[data-message="${messageId}"]`);
    await message.hover();
    await message.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await expect(page.getByRole('menu')).toHaveCount(0);
  };

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.goBack();
  await expect(search).toHaveCount(0);
  await expect(page).toHaveURL(`/chat/${chatId}`);

  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Half a sentence');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await act(hers, 'Reply');
  await expect(cancel).toBeVisible();
  await page.goBack();
  await expect(cancel).toHaveCount(0);
  await expect(page).toHaveURL(`/chat/${chatId}`);
  await expect(field).toHaveValue('Half a sentence');

  await act(own, 'Edit');
  await expect(field).toHaveValue('Helo');
  await field.fill('Hello, Bela');
  await page.goBack();
  await expect(cancel).toHaveCount(0);
  await expect(page).toHaveURL(`/chat/${chatId}`);
  await expect(field).toHaveValue('Half a sentence');
  // Back must not lose text: the edit continues where it was.
  await act(own, 'Edit');
  await expect(field).toHaveValue('Hello, Bela');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator(`[data-message="${own}"]`)).toContainText('Hello, Bela');
  await expect(cancel).toHaveCount(0);

  await settled(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/chats$/);
});

test('the arrow of a page leads up, and Back does not return to that page @slow', async ({
  page,
  context,
  baseURL,
}) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  await enter(page, ada, '/chats');
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('link', { name: 'Blocked Users' }).click();
  await expect(page.getByRole('heading', { name: 'Blocked Users' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole('link', { name: 'Privacy & Safety' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/chats$/);

  await page.getByRole('link', { name: /^Bela/ }).click();
  await page.getByRole('button', { name: 'Go back to all chats' }).click();
  await expect(page).toHaveURL(/\/chats$/);
  await page.goForward();
  await expect(page).toHaveURL(`/chat/${chatId}`);

  // A link or a notification opens a page with no page of the app behind it.
  const other = await context.newPage();
  await other.goto(`/profile/${bela.id}`);
  await other.getByRole('button', { name: 'Back' }).click();
  await expect(other).toHaveURL(/\/feed$/);
  await other.goto(`/chat/${chatId}`);
  await other.getByRole('button', { name: 'Go back to all chats' }).click();
  await expect(other).toHaveURL(/\/chats$/);
  await other.goBack();
  await expect(other).toHaveURL(/\/feed$/);
});

test('a double click on the arrow of a page does nothing on the next page @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  const quiet = whenQuiet(page);
  await enter(page, ada, '/settings');
  await quiet;
  await page.getByRole('link', { name: 'Blocked Users' }).click();
  const arrow = (await page.getByRole('button', { name: 'Back' }).boundingBox())!;
  await page.mouse.click(arrow.x + arrow.width / 2, arrow.y + arrow.height / 2);
  // The logo, which leads to the feed, is in the place of the arrow.
  await expect(page.getByRole('banner').getByRole('link')).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await page.evaluate(() => location.pathname)).toBe('/settings');
  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/feed$/);
});
