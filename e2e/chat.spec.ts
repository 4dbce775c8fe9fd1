import type { Page } from '@playwright/test';
import { becomeVisible, type PublicPerson } from '@herenow/testing/public-person';
import { refuse, sent, unanswered } from './answers.ts';
import { leave, neighboursInChat, sayTo } from './meetings.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter } from './signed-in.ts';
import { say } from './journey-steps.ts';

const SEND = '**/api/chat/send-message';
const EXPIRED = "The other user's session expired";

test.use({ ...PHONE, expectedErrors: REFUSED });

let ada: PublicPerson;
let bela: PublicPerson;
let chatId: string;
test.beforeEach(async ({ baseURL }) => {
  ({ ada, bela, chatId } = await neighboursInChat(baseURL));
});

const log = (page: Page) => page.getByRole('log');
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const send = (page: Page) => page.getByRole('button', { name: 'Send' });
const menu = (page: Page) => page.getByRole('menu', { name: 'Message actions' });
const mine = (page: Page, text: string) => log(page).locator('[data-bubble]').filter({ hasText: text });
/** The code of the menu is loaded after the messages are shown. */
const ready = (page: Page) => expect(page.locator('[data-parts]')).toBeAttached();

test('a message needs more than blanks, and is sent once', async ({ page }) => {
  await enter(page, ada, `/chat/${chatId}`);
  await expect(send(page)).toBeDisabled();
  await field(page).fill('   \n ');
  await expect(send(page)).toBeDisabled();
  const bodies = sent<{ content: string }>(page, '/api/chat/send-message');
  await field(page).fill('  Hello 👋🏽  ');
  await send(page).dblclick();
  await expect(log(page).getByText('Hello 👋🏽', { exact: true })).toHaveCount(1);
  await expect(log(page).getByText('Sent', { exact: true })).toBeAttached();
  await expect(field(page)).toHaveValue('');
  expect(bodies.map(({ content }) => content)).toEqual(['Hello 👋🏽']);
});

test('a message that arrives while the user reads further up is announced and can be reached @slow', async ({
  page,
}) => {
  for (let at = 1; at <= 16; at += 1)
    await sayTo(chatId, bela, ada, `No. ${at}${'\nand more of it'.repeat(4)}`);
  await enter(page, ada, `/chat/${chatId}`);
  await expect(page.getByText(/^No\. 16/)).toBeInViewport();
  await ready(page);
  const toLatest = page.getByRole('button', { name: 'Jump to latest' });
  const toNews = page.getByRole('button', { name: 'New message' });
  // A list that is still settling scrolls back to its end.
  const readUp = async () => {
    await log(page).evaluate((element) => element.scrollTo(0, 0));
    return await toLatest.isVisible();
  };
  await expect.poll(readUp).toBe(true);
  await sayTo(chatId, bela, ada, 'Are you coming?');
  await expect(toNews).toBeVisible();
  // The list itself is no live region while the user reads further up.
  await expect(page.getByRole('status').filter({ hasText: 'New message' })).toBeAttached();
  await expect(log(page).getByText('Are you coming?')).not.toBeInViewport();
  await toNews.click();
  await expect(log(page).getByText('Are you coming?')).toBeInViewport();
  await expect(toNews).toBeHidden();
  await expect.poll(readUp).toBe(true);
});

test('a long press opens the menu of the user’s own message after half a second @slow', async ({ page }) => {
  await sayTo(chatId, bela, ada, 'From Bela');
  await sayTo(chatId, ada, bela, 'From Ada');
  await page.clock.install();
  await enter(page, ada, `/chat/${chatId}`);
  await ready(page);
  const bubble = log(page).getByText('From Ada');
  // From here on, its code is there.
  await bubble.click({ button: 'right' });
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  await bubble.hover();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.mouse.down();
  await page.clock.runFor(499);
  await expect(menu(page)).toHaveCount(0);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(menu(page)).toBeVisible();
  await page.mouse.up();
  await expect(menu(page).getByRole('menuitem')).toHaveText([
    '❤️',
    '😂',
    '😮',
    '😢',
    '🔥',
    '👍',
    'Reply',
    'Copy Text',
    'Edit',
    'Delete',
  ]);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);

  // The other person's messages can be neither edited nor deleted.
  await log(page).getByText('From Bela').hover();
  await page.mouse.down();
  await page.clock.fastForward(1000);
  await page.mouse.up();
  await expect(menu(page).getByRole('menuitem', { name: /Edit|Delete/ })).toHaveCount(0);
  await expect(menu(page).getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  // A finger that moves scrolls; it is not a press.
  await bubble.hover();
  await page.mouse.down();
  await page.mouse.move(200, 300, { steps: 4 });
  await page.clock.fastForward(1000);
  await page.mouse.up();
  await expect(menu(page)).toHaveCount(0);
});

test('an edit is saved or cancelled, and shows its time', async ({ page }) => {
  await sayTo(chatId, ada, bela, 'At eigth');
  await enter(page, ada, `/chat/${chatId}`);
  await field(page).fill('half a thought');
  await ready(page);
  const edit = async () => {
    await mine(page, 'At e').click({ button: 'right' });
    await menu(page).getByRole('menuitem', { name: 'Edit' }).click();
  };
  await edit();
  await expect(page.getByText('Editing your message')).toBeVisible();
  await expect(field(page)).toHaveValue('At eigth');
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(field(page)).toHaveValue('half a thought');
  await edit();
  await unanswered(page, '**/api/chat/edit-message');
  await field(page).fill('At eight');
  await send(page).click();
  await expect(page.getByText('No connection. Please check your network and try again.')).toBeVisible();
  await expect(field(page)).toHaveValue('At eight');
  await page.unroute('**/api/chat/edit-message');
  await send(page).click();
  await expect(log(page).getByText('At eight')).toBeVisible();
  await expect(log(page).getByText(/^Edited \d{1,2}:\d\d/)).toBeVisible();
  await expect(field(page)).toHaveValue('half a thought');
  await edit();
  await refuse(page, '**/api/chat/edit-message', 400, 'Chat not found');
  await field(page).fill('At nine');
  await send(page).click();
  await expect(page.getByText(EXPIRED)).toBeVisible();
  await expect(page).toHaveURL(/\/chats$/);
});

test('a message is deleted over the channel, and only while that is open', async ({ page }) => {
  await sayTo(chatId, ada, bela, 'Oops');
  let up = false;
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    if (up) socket.connectToServer();
    else void socket.close();
  });
  await enter(page, ada, `/chat/${chatId}`);
  await ready(page);
  await mine(page, 'Oops').click({ button: 'right' });
  const item = menu(page).getByRole('menuitem', { name: /^Delete/ });
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  up = true;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(item).toHaveText('Delete');
  await item.click();
  await expect(log(page).getByText('This message was deleted')).toBeVisible();
  await expect(log(page).getByText('Oops')).toHaveCount(0);
  await log(page).getByText('This message was deleted').click({ button: 'right' });
  await expect(menu(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Go back to all chats' }).click();
  await expect(page.getByRole('main').getByText('This message was deleted')).toBeVisible();
});

test('a chat that is over says so, and keeps the typed text @slow', async ({ page }) => {
  await enter(page, ada, `/chat/${chatId}`);
  await refuse(page, SEND, 400, 'Chat not found');
  await say(page, 'Are you still here?');
  await expect(page.getByText(EXPIRED)).toBeVisible();
  await expect(page).toHaveURL(/\/chats$/);
  await page.unroute(SEND);
  await page.goto(`/chat/${chatId}`);
  await expect(field(page)).toHaveValue('Are you still here?');
});

test('a message that cannot be sent can be retried or dropped @slow', async ({ page }) => {
  await page.clock.install();
  await enter(page, ada, `/chat/${chatId}`);
  const fails = async (text: string) => {
    await refuse(page, SEND, 503);
    const first = page.waitForResponse(SEND);
    await say(page, text);
    await first;
    await expect(log(page).getByText('Sending', { exact: true })).toBeVisible();
    for (const wait of [1000, 2000, 4000, 8000]) {
      const answered = page.waitForResponse(SEND);
      await page.clock.fastForward(wait);
      await answered;
    }
    // It is sent by itself later, unless it is dropped.
    await expect(log(page).getByText('Not sent yet')).toBeVisible();
  };
  await fails('Through the wall');
  // Requests fail until after the click: once they succeed, the client also retries by itself.
  await log(page).getByRole('button', { name: 'Try Again' }).click();
  await page.unroute(SEND);
  await expect(log(page).getByText('Sent', { exact: true })).toBeAttached();
  await expect(log(page).getByText('Through the wall')).toHaveCount(1);
  await fails('Better not');
  await log(page).getByRole('button', { name: 'Discard' }).click();
  await expect(log(page).getByText('Better not')).toHaveCount(0);
  await fails('After a reload');
  await page.unroute(SEND);
  await page.reload();
  await expect(log(page).getByText('After a reload')).toBeVisible();
  await expect(log(page).getByText('Not sent')).toHaveCount(0);
  await expect(log(page).getByText('After a reload')).toHaveCount(1);
});

test('a user who is not active is told what the chat waits for @slow', async ({ page }) => {
  await enter(page, ada, `/chat/${chatId}`);
  await expect(page.locator('main header')).toContainText(/[23]:\d\d/);
  await leave(bela);
  // True at any time: the day does not start with the reading.
  const paused =
    'Bela is offline. You can chat again when you’re both here. The chat is erased a day after you last were.';
  await expect(page.getByText(paused)).toBeVisible();
  await expect(page.locator('main header')).toContainText('Offline');
  await expect(field(page)).toHaveCount(0);
  await becomeVisible(bela);
  await expect(field(page)).toBeVisible();
  await leave(ada);
  await page.reload();
  await expect(page.getByText('Go visible or incognito to chat.')).toBeVisible();
  await page.getByRole('button', { name: 'Go Visible' }).click();
  await page
    .getByRole('dialog', { name: 'Go Visible' })
    .getByRole('button', { name: 'Go Visible Now' })
    .click();
  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect(page).toHaveURL(`/chat/${chatId}`);
  await expect(field(page)).toBeVisible();
});

test('two tabs show the same', async ({ page, context }) => {
  await enter(page, ada, `/chat/${chatId}`);
  const second = await context.newPage();
  await second.goto(`/chat/${chatId}`);
  await expect(field(second)).toBeVisible();
  await say(page, 'From the first tab');
  await expect(log(second).getByText('From the first tab')).toBeVisible();
  await say(second, 'From the second');
  await expect(log(page).getByText('From the second')).toHaveCount(1);
  await ready(second);
  await mine(second, 'From the first tab').click({ button: 'right' });
  await menu(second).getByRole('menuitem', { name: 'Delete' }).click();
  await expect(log(page).getByText('This message was deleted')).toBeVisible();
});
