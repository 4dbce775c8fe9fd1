import type { Page } from '@playwright/test';
import { updateUser } from '@herenow/contract/profile';
import { becomeVisible } from '@herenow/testing/public-person';
import { sent, unanswered } from './answers.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { leave, neighbours, neighboursInChat, sayTo } from './meetings.ts';
import { enter, enterConnected, someone, whenQuiet } from './signed-in.ts';

test.use({ ...PHONE, expectedErrors: REFUSED });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });

test('a session that has ended leads to the login from any page @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/about');
  await expect(bar(page)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('logout')));
  await expect(page).toHaveURL(/\/login$/);
});

test('errors of background messages do not close a chat, one of the user’s own act does @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  const bodies = sent(page, '/api/chat/send-message');
  await enter(page, ada, `/chat/${chatId}`);
  await expect(field(page)).toBeVisible();
  const tell = (destination: string) =>
    page.evaluate((to) => {
      const detail = { destination: to, message: 'Chat not found' };
      window.dispatchEvent(new CustomEvent('error', { detail }));
    }, destination);
  await tell('/app/chat.typing');
  await tell('/app/chat.seen');
  await field(page).fill('Still here');
  await field(page).press('Enter');
  await expect(page.getByRole('log').getByText('Sent', { exact: true })).toBeAttached();
  await expect(page).toHaveURL(`/chat/${chatId}`);
  // The message has all the fields that the specification requires.
  expect(bodies[0]).toMatchObject({
    senderId: ada.id,
    recipientId: bela.id,
    senderUsername: 'Ada',
    recipientUsername: 'Bela',
    deleted: false,
    sentAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  await tell('/app/chat.delete');
  await expect(page).toHaveURL(/\/chats$/);
});

test('a page of the setup opened by its address has no tabs, and a completed one returns to the settings @slow', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/distance-setup');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((by) => {
    history.replaceState({ state: { fromSettings: true }, key: 'settings', by }, '', '/email-verification');
    location.reload();
  }, ada.id);
  await expect(page).toHaveURL(/\/settings$/);
});

test('banners cover the page without moving it, and say which connection is lost', async ({
  page,
  baseURL,
}) => {
  const { ada, chatId } = await neighboursInChat(baseURL);
  await enter(page, ada, `/chat/${chatId}`);
  await expect(field(page)).toBeVisible();
  const before = await field(page).boundingBox();
  await page.context().setOffline(true);
  await expect(page.getByText('No internet connection. What you write stays here.')).toBeVisible();
  expect(await field(page).boundingBox()).toEqual(before);
  await page.context().setOffline(false);

  await page.goto('/settings');
  const heading = page.getByRole('heading', { level: 1 });
  const place = await heading.boundingBox();
  await page.getByRole('button', { name: /^You are visible/ }).click();
  await page.getByRole('button', { name: 'Go offline' }).click();
  await expect(page.getByText('You are offline now')).toBeVisible();
  expect(await heading.boundingBox()).toEqual(place);
});

test('an empty feed does not move when the visibility changes on another device @slow', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('Ada', { baseURL });
  await enterConnected(page, ada, '/feed');
  const status = (name: RegExp) => page.getByRole('button', { name });
  const goVisible = page.getByRole('button', { name: 'Go Visible Now' });
  const places = () =>
    Promise.all(
      [page.getByRole('heading', { level: 2 }), page.getByRole('switch')].map((one) => one.boundingBox()),
    );
  await expect(goVisible).toBeVisible();
  await expect(page.getByRole('switch')).toBeEnabled();
  const before = await places();
  await becomeVisible(ada);
  await expect(status(/^You are visible/)).toBeVisible();
  await expect(goVisible).toHaveCount(0);
  await expect(page.getByText('Check back later!')).toBeVisible();
  expect(await places()).toEqual(before);
  await leave(ada);
  await expect(status(/^You are offline/)).toBeVisible();
  await expect(goVisible).toBeVisible();
  expect(await places()).toEqual(before);
});

test('on a small phone nothing of an empty feed is below its button to refresh', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await enter(page, await someone('Ada', { baseURL }), '/feed');
  const boxOf = async (name: string) => (await page.getByRole('button', { name }).boundingBox())!;
  const last = await boxOf('Bring a Friend');
  expect((await boxOf('Refresh')).y).toBeGreaterThan(last.y + last.height);
});

test('refreshing a feed without a network removes nobody @slow', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect(refresh).toBeVisible();
  await page.context().setOffline(true);
  const asked = sent(page, '/api/feed');
  await refresh.click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.context().setOffline(false);
  await refresh.click();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(asked).toHaveLength(1);
});

test('changes of the user’s own profile are not lost by going back', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/my-profile');
  const name = page.getByLabel('Name');
  await name.fill('Ada Lovelace');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await ask.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(name).toHaveValue('Ada Lovelace');
  // The browser's own navigation is not confirmed: the input is kept.
  await page.goto('/settings');
  await page.goto('/my-profile');
  await expect(name).toHaveValue('Ada Lovelace');

  await name.fill('x'.repeat(80));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Names can have up to 60 characters.')).toBeInViewport({ ratio: 1 });
  await name.fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

test('a change made on another device shows on the open page @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  const quiet = whenQuiet(page);
  await enterConnected(page, ada, '/chats');
  await quiet;
  await ada.call(updateUser, { body: { id: ada.id, username: 'Ada Lovelace' } });
  await bar(page).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText('Ada Lovelace')).toBeVisible();
});

test('the email is passed on to the password reset, and a reload changes nothing', async ({ page }) => {
  const email = page.getByLabel('Email');
  await page.goto('/login');
  await email.fill('ada@example.org');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  // The previous page, which has a field of the same name, stays until this one has loaded.
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible();
  await expect(email).toHaveValue('ada@example.org');
  await email.fill('ada.l@example.org');
  await page.reload();
  await expect(email).toHaveValue('ada.l@example.org');
  // A user who reads the code in another app may find this page reloaded.
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  const again = page.getByText(/^Send again in \d+s$/);
  await expect(again).toBeVisible();
  await page.reload();
  await expect(again).toBeVisible();
  // Up again step by step.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(email).toHaveValue('ada.l@example.org');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('on a desktop a chat keeps the rail and the status @slow', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { ada, chatId } = await neighboursInChat(baseURL);
  await enter(page, ada, `/chat/${chatId}`);
  await expect(bar(page).getByRole('link', { name: /Pinned/ })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: /^You are visible/ })).toBeVisible();
  await expect(field(page)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800);
});

test('a phone held sideways shows the pin, and no button covers a field @slow', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/login');
  // Playwright scrolls for a click if the field is out of view or covered; no scrolling means it is neither.
  const scrolled = () => page.evaluate(() => scrollY);
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeVisible();
  await password.click({ trial: true });
  expect(await scrolled()).toBe(0);
  const { ada, bela } = await neighbours(baseURL);
  await enter(page, ada, `/profile/${bela.id}`);
  await expect(page.getByRole('button', { name: 'Pin Bela' })).toBeInViewport({ ratio: 1 });
  await page.goto('/chats');
  const browse = (await page.getByRole('button', { name: 'Start Browsing' }).boundingBox())!;
  const tabs = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!;
  expect(browse.y + browse.height, 'clear of the tabs').toBeLessThan(tabs.y - 8);
});

test('every action of a message can be reached on a phone held sideways @slow', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  await sayTo(chatId, ada, bela, 'Near the door, on the left. '.repeat(6));
  await sayTo(chatId, bela, ada, 'See you there');
  await enter(page, ada, `/chat/${chatId}`);
  await expect(page.locator('[data-parts]')).toBeAttached();
  await page.locator('[data-bubble]').first().click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  const erase = page.getByRole('menuitem', { name: 'Delete', exact: true });
  await erase.scrollIntoViewIfNeeded();
  await expect(erase).toBeInViewport({ ratio: 1 });
});

test('a feed is requested once, and again by itself when the network is back @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/chats');
  await expect(page.getByText('No Pins Yet')).toBeVisible();
  // The presence that the device remembers is stale.
  await leave(ada);
  const asked = sent(page, '/api/feed');
  const refreshed = page.waitForResponse(`**/api/user/${ada.id}`);
  await page.goto('/feed');
  await refreshed;
  await expect(page.getByRole('button', { name: 'You are offline. Go visible' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(asked).toHaveLength(1);

  await becomeVisible(ada);
  await unanswered(page, '**/api/feed');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Failed to load users');
  await page.unroute('**/api/feed');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('article')).toHaveCount(1);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('a row shows that a finger presses it, and two quick taps zoom nothing @slow', async ({
    page,
    baseURL,
  }) => {
    await enter(page, await someone('Ada', { baseURL }), '/settings');
    const row = page.getByRole('link', { name: 'Notifications' });
    const look = () =>
      row.evaluate((element) => {
        const { backgroundColor, touchAction } = getComputedStyle(element);
        return { backgroundColor, touchAction };
      });
    await row.hover();
    const resting = await look();
    expect(resting.touchAction).toBe('manipulation');
    await page.mouse.down();
    await expect.poll(look).not.toEqual(resting);
    await page.mouse.up();
    await expect(page).toHaveURL(/\/notifications$/);
  });
});
