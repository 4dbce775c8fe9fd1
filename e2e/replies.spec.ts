import { listMessages, react } from '@herenow/contract/chats';
import { goOnline } from '@herenow/contract/presence';
import type { Page } from '@playwright/test';
import type { PublicPerson } from '@herenow/testing/public-person';
import { say } from './journey-steps.ts';
import { neighboursInChat, sayTo } from './meetings.ts';
import { expect, PHONE, SERVICE_WORKERS, test } from './fixtures.ts';
import { enter } from './signed-in.ts';

test.use({ ...PHONE, expectedErrors: /net::ERR|WebSocket/ });

let ada: PublicPerson;
let bela: PublicPerson;
let chatId: string;
test.beforeEach(async ({ baseURL }) => {
  ({ ada, bela, chatId } = await neighboursInChat(baseURL));
});

const log = (page: Page) => page.getByRole('log');
const ready = (page: Page) => expect(page.locator('[data-parts]')).toBeAttached();
const item = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text });
const choose = async (page: Page, text: string, action: string) => {
  await item(page, text).first().locator('[data-bubble]').click({ button: 'right' });
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};

test('a reply quotes its message and leads to it, however far away', async ({ page, browser, baseURL }) => {
  const asked = await sayTo(chatId, bela, ada, 'Where shall we meet?');
  for (let at = 0; at < 80; at += 1)
    await sayTo(chatId, at % 2 ? ada : bela, at % 2 ? bela : ada, `line ${at}`);
  await enter(page, ada, `/chat/${chatId}`);
  await ready(page);
  await choose(page, 'line 78', 'Reply');
  await expect(page.getByText('Reply to Bela: line 78')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Reply to Bela: line 78')).toHaveCount(0);
  // The search finds messages that are not loaded yet.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  const search = page.getByRole('searchbox');
  const size = await search.boundingBox();
  await search.fill('SHALL we');
  await expect(page.getByText('1 of 1')).toBeVisible();
  // Nothing moves during typing.
  expect(await search.boundingBox()).toEqual(size);
  await expect(item(page, 'Where shall we meet?')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'More' })).toBeInViewport();
  // On the narrowest phone it still is one row.
  await page.setViewportSize({ width: 320, height: 640 });
  const close = page.getByRole('button', { name: 'Close search' });
  const row = await page.getByRole('search').boundingBox();
  expect(row!.height).toBeLessThan(2 * (await close.boundingBox())!.height);
  await page.setViewportSize({ width: 390, height: 844 });
  await close.click();
  await choose(page, 'Where shall we meet?', 'Reply');
  await say(page, 'By the pond');
  const quote = log(page).getByRole('button', { name: 'Where shall we meet?' });
  await expect(quote).toBeInViewport();

  await using context = await browser.newContext({ baseURL: baseURL!, serviceWorkers: SERVICE_WORKERS });
  const other = await context.newPage();
  await enter(other, bela, `/chat/${chatId}`);
  const theirs = log(other).getByRole('button', { name: 'Where shall we meet?' });
  await expect(theirs).toContainText('You');
  await theirs.click();
  // Found by id: the reply that quotes the message has the same text, and comes first.
  const question = other.locator(`[data-message="${asked}"] [data-bubble]`);
  await expect(question).toBeInViewport();
  await question.click({ button: 'right' });
  await other.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await expect(log(page).getByRole('button', { name: 'This message was deleted' })).toBeVisible();
});

test('reactions show on both sides, can be set by touch and keyboard, and wait for the connection', async ({
  page,
  context,
}) => {
  const id = await sayTo(chatId, bela, ada, 'Tea?');
  await enter(page, ada, `/chat/${chatId}`);
  await ready(page);
  await bela.call(react, { body: { id, chatId, reaction: '🔥' } });
  await log(page)
    .getByRole('button', { name: /^Bela: 🔥/ })
    .click();
  const own = log(page).getByRole('button', { name: 'Remove 🔥' });
  await expect(own).toBeVisible();
  await item(page, 'Tea?').getByRole('button', { name: 'Message actions' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Message actions' })).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(log(page).getByRole('button', { name: 'Remove 😂' })).toBeVisible();
  await expect(own).toHaveCount(0);
  await context.setOffline(true);
  await choose(page, 'Tea?', 'React with 👍');
  await expect(log(page).getByRole('button', { name: 'Remove 👍' })).toBeVisible();
  await context.setOffline(false);
  const stored = async () => {
    const { json } = await ada.call(listMessages, { params: { chatId } });
    return json[0]!.reactions?.map(({ reaction }) => reaction).toSorted();
  };
  await expect.poll(stored).toEqual(['👍', '🔥'].toSorted());
});

test('a link is opened after a confirmation that names the real host @slow', async ({ page, context }) => {
  await sayTo(chatId, bela, ada, 'Log in at https://pаypal.com/x or meet me at 52.51630, 13.37770');
  const requests: string[] = [];
  await context.route(/paypal|openstreetmap|xn--/, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ body: 'elsewhere' });
  });
  await enter(page, ada, `/chat/${chatId}`);
  await ready(page);
  await log(page)
    .getByRole('button', { name: /pаypal/ })
    .click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('xn--pypal-4ve.com', { exact: true })).toBeVisible();
  await expect(dialog).toContainText('Careful');
  // Shown with the first link on a device, and never again.
  await expect(dialog).toContainText('Never enter a password');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await log(page).getByRole('button', { name: '52.51630, 13.37770, a place' }).click();
  await expect(dialog).toContainText('www.openstreetmap.org');
  await expect(dialog).not.toContainText('Never enter a password');
  expect(requests).toEqual([]);
  const opened = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open' }).click();
  expect((await opened).url()).toContain('mlat=52.5163');
});

test('ten minutes before the end the user is asked to stay, once, on any page except the chat @slow', async ({
  page,
}) => {
  const onlineUntil = new Date(Date.now() + 9 * 60_000).toISOString();
  await ada.call(goOnline, { body: { userId: ada.id, onlineUntil } });
  await enter(page, ada, '/settings');
  const asked = page.getByText(/^Your time ends in \d minutes$/);
  await expect(asked).toBeVisible();
  await page.getByRole('button', { name: 'Extend?' }).click();
  await expect(page.getByText('You’re here for 3 more hours.')).toBeVisible();
  await expect(asked).toHaveCount(0);
  expect(Date.parse((await ada.user()).onlineUntil!) - Date.now()).toBeGreaterThan(2.9 * 3_600_000);
});

test('ten minutes before the end one tap extends the session; what counts down then is the other’s @slow', async ({
  page,
}) => {
  const onlineUntil = new Date(Date.now() + 9 * 60_000).toISOString();
  for (const one of [ada, bela]) await one.call(goOnline, { body: { userId: one.id, onlineUntil } });
  await enter(page, ada, `/chat/${chatId}`);
  await expect(page.getByText(/^This chat ends in [89] minutes$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Extend?' }).locator('img')).toHaveCount(2);
  await page.getByRole('button', { name: 'Extend?' }).click();
  await expect(page.getByText(/^Bela’s time ends in [89] minutes$/)).toBeVisible();
  await expect(page).toHaveURL(`/chat/${chatId}`);
  expect(Date.parse((await ada.user()).onlineUntil!) - Date.now()).toBeGreaterThan(2.9 * 3_600_000);
  await bela.call(goOnline, {
    body: { userId: bela.id, onlineUntil: new Date(Date.now() + 3_600_000).toISOString() },
  });
  await expect(page.getByText(/ends in/)).toHaveCount(0);
});

test('on a phone held sideways, the menu of a message shows all its items', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  for (let at = 0; at < 9; at += 1) await sayTo(chatId, ada, bela, `line ${at}`);
  await enter(page, ada, `/chat/${chatId}`);
  await ready(page);
  const bubble = item(page, 'line 4').first().locator('[data-bubble]');
  await bubble.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await bubble.click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
  expect(await menu.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
});
