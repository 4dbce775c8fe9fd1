import { HOUR_MS } from '@herenow/contract/constants';
import { goOnline } from '@herenow/contract/presence';
import type { Page } from '@playwright/test';
import { becomeVisible } from '@herenow/testing/public-person';
import { drawn, hold, refuse, unanswered } from './answers.ts';
import { hide, leave } from './meetings.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter, quietPlace, someone } from './signed-in.ts';

const RED = 'rgb(217, 43, 38)';
const BLACK = 'rgb(26, 22, 20)';
const ONLINE = '**/api/user/go-online';

test.use({ ...PHONE, expectedErrors: REFUSED });
test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

const status = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^You are/ });
const sheet = (page: Page, title: string) => page.getByRole('dialog', { name: title });
const minutesOf = (time: string | null): number =>
  Number(/(\d+):/.exec(time ?? '')![1]) * 60 + Number(/:(\d+)/.exec(time ?? '')![1]);
const press = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

test('going visible takes one to three hours and counts them down to the end', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/feed');
  await expect(status(page)).toHaveText('Offline');
  await expect(status(page)).toHaveCSS('background-color', BLACK);
  await status(page).click();
  const dialog = sheet(page, 'Go Visible');
  for (const name of ['1h', '2h', '3h'])
    await expect(dialog.getByRole('button', { name, pressed: name === '3h' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Go Incognito' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Go offline' })).toHaveCount(0);
  // The user's own card shows the end for the chosen hours; the minute may change meanwhile.
  await expect(dialog.getByText('What people near you will see')).toBeVisible();
  const until = dialog.getByText(/until \d/);
  const longest = minutesOf(await until.textContent());
  const earlier = async () => (1440 + longest - minutesOf(await until.textContent())) % 720;
  await press(page, '1h');
  await expect.poll(async () => [119, 120].includes(await earlier())).toBe(true);
  await press(page, '3h');
  await expect.poll(async () => [719, 0].includes(await earlier())).toBe(true);

  await refuse(page, ONLINE);
  await press(page, 'Go Visible Now');
  await expect(dialog.getByText('Payment unsseccesfull')).toBeVisible();
  await page.unroute(ONLINE);
  await press(page, '1h');
  await press(page, 'Go Visible Now');
  await expect(page).toHaveURL(/\/payment-success$/);
  await expect(page.getByRole('heading', { name: "You're Online!" })).toBeVisible();
  await expect(page.getByText('Your 3-hour session has started')).toBeVisible();
  await expect(page.getByText('You are visible now')).toBeVisible();
  await page.clock.fastForward(3000);
  await expect(page.getByText('You are visible now')).toHaveCount(0);
  const end = Date.parse((await ada.user()).onlineUntil!);
  expect(Math.abs(end - Date.now() - HOUR_MS)).toBeLessThan(60_000);

  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect(status(page)).toHaveText('1:00');
  await expect(status(page)).toHaveCSS('background-color', RED);
  await page.clock.fastForward('01:00');
  await expect(status(page)).toHaveText('0:59');
  await page.clock.fastForward('59:00');
  await expect(page).toHaveURL(/\/chats$/);
  await expect(page.getByText('You are offline now')).toBeVisible();
  await expect(status(page)).toHaveText('Offline');
  await expect(status(page)).toHaveCSS('background-color', BLACK);
  await expect.poll(async () => (await ada.user()).online).toBe(false);
  await page.clock.fastForward(3000);
  await expect(page.getByText('You are offline now')).toHaveCount(0);
});

test('a visible user is shown as visible even if the code of the next screen does not load @slow', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('Ada', { baseURL });
  await page.routeWebSocket(/ws/, (socket) => void socket.close());
  const release = await hold(page, /payment-success-screen-.*\.js$/);
  await enter(page, ada, '/feed');
  await status(page).click();
  await press(page, 'Go Visible Now');
  // It is behind the sheet, which stays until the next page has loaded.
  await expect(page.getByRole('banner', { includeHidden: true }).getByText(/^[23]:\d\d$/)).toBeAttached();
  release();
  await expect(page.getByRole('heading', { name: "You're Online!" })).toBeVisible();
});

test('while visible the sheet offers incognito and offline, and no hours', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await becomeVisible(ada);
  await enter(page, ada, '/settings');
  await expect(status(page)).toHaveText('3:00');
  await status(page).click();
  const dialog = sheet(page, 'Go Incognito');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: '3h' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Go Visible Now' })).toHaveCount(0);

  await unanswered(page, '**/api/user/go-offline');
  await press(page, 'Go offline');
  await expect(dialog.getByText('Go offline unsseccesfull')).toBeVisible();
  await page.unroute('**/api/user/go-offline');
  await unanswered(page, '**/api/user/go-incognito');
  await press(page, 'Go Incognito');
  await expect(dialog.getByText('Payment unsseccesfull')).toBeVisible();
  await page.unroute('**/api/user/go-incognito');
  await press(page, 'Go Incognito');
  await expect(page.getByText('You are incognito now')).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(status(page)).toHaveText('Incognito');
  await expect(status(page)).toHaveCSS('background-color', BLACK);
  expect(await ada.user()).toMatchObject({ online: true, status: 'incognito', onlineUntil: null });
  await page.clock.fastForward(3000);
  await expect(page.getByText('You are incognito now')).toHaveCount(0);

  await status(page).click();
  await expect(sheet(page, 'Go Visible').getByRole('button', { name: '3h' })).toBeVisible();
  await press(page, 'Go offline');
  await expect(page.getByText('You are offline now')).toBeVisible();
  await expect(status(page)).toHaveText('Offline');
  expect(await ada.user()).toMatchObject({ online: false, status: 'offline', onlineUntil: null });
});

test('incognito for some hours counts down, too @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/chats');
  await status(page).click();
  await press(page, '2h');
  await press(page, 'Go Incognito');
  await expect(page).toHaveURL(/\/payment-success$/);
  await expect(page.getByText('You are incognito now')).toBeVisible();
  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect(status(page)).toHaveText('2:00');
  await expect(status(page)).toHaveAccessibleName('You are incognito, 2:00 left. Change');
  await expect(status(page)).toHaveCSS('background-color', BLACK);
  await page.clock.fastForward('59:00');
  await expect(status(page)).toHaveText('1:01');
  await page.clock.fastForward('01:01:00');
  await expect(page.getByText('You are offline now')).toBeVisible();
  await expect(page).toHaveURL(/\/chats$/);
});

test('a failure of the feed’s own button is only logged @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/feed');
  await page.getByRole('main').getByRole('button', { name: 'Go Visible Now' }).click();
  await refuse(page, ONLINE);
  const answered = page.waitForResponse(ONLINE);
  const logged = page.waitForEvent('console', (message) => message.text().includes('not changed'));
  await press(page, 'Go Visible Now');
  await answered;
  await logged;
  await drawn(page);
  await expect(sheet(page, 'Go Visible').getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Payment unsseccesfull')).toHaveCount(0);
  await page.unroute(ONLINE);
  await press(page, 'Go Visible Now');
  await expect(page).toHaveURL(/\/payment-success$/);
});

test('a pin that needs a presence continues after going visible, and the user returns to the page it was begun on', async ({
  page,
  baseURL,
}) => {
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at });
  const bela = await someone('Bela', { baseURL, at });
  await becomeVisible(bela);
  await enter(page, ada, '/feed');
  await page.getByRole('link', { name: /^Bela/ }).click();
  // The card in the feed has the same button.
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  await press(page, 'Go Visible Now');
  await expect(page).toHaveURL(/\/payment-success$/);
  // The pin continues by itself.
  await expect(page.getByText('You Pinned Bela!')).toBeVisible();
  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect(page).toHaveURL(`/profile/${bela.id}`);
  await expect(page.getByText('Waiting for an answer')).toBeVisible();
  // The confirmation is not in the history: going back does not confirm again.
  await page.goBack();
  await expect(page).toHaveURL(/\/feed$/);
});

test('changes made elsewhere show as soon as the page is visible again @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/chats');
  await expect(status(page)).toHaveText('Offline');
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await becomeVisible(ada);
  await look();
  await expect(status(page)).toHaveText('3:00');
  await hide(ada, 2);
  await look();
  await expect(status(page)).toHaveAccessibleName('You are incognito, 2:00 left. Change');
  await leave(ada);
  await look();
  await expect(status(page)).toHaveText('Offline');
});

test('a presence without an end counts as offline @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await ada.call(goOnline, { body: { userId: ada.id, onlineUntil: null } });
  await enter(page, ada, '/chats');
  await expect(status(page)).toHaveText('Offline');
  await status(page).click();
  await expect(sheet(page, 'Go Visible').getByRole('button', { name: '3h' })).toBeVisible();
});

test.describe('with undecided notifications', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' });
      Notification.requestPermission = () => {
        sessionStorage.setItem('asked', 'yes');
        return Promise.resolve('denied');
      };
    }),
  );

  test('the confirmation asks for them, once', async ({ page, baseURL }) => {
    const ada = await someone('Ada', { baseURL });
    await enter(page, ada, '/payment-success');
    const ask = sheet(page, 'Enable Notifications');
    await expect(ask).toContainText(
      'turn on push notifications for instant alerts for new messages and match requests',
    );
    const asked = () => page.evaluate(() => sessionStorage.getItem('asked'));
    expect(await asked()).toBeNull();
    await press(page, 'OK');
    await expect(ask).toHaveCount(0);
    expect(await asked()).toBe('yes');
    await page.getByRole('button', { name: 'Start Browsing' }).click();
    await expect(page).toHaveURL(/\/feed$/);
    await page.reload();
    await expect(page.getByText('No one is visible right now')).toBeVisible();
    await page.clock.fastForward(2000);
    await expect(ask).toHaveCount(0);
  });

  test('soon after the app opens the user is asked as well @slow', async ({ page, baseURL }) => {
    const ada = await someone('Ada', { baseURL });
    await enter(page, ada, '/chats');
    await expect(page.getByText('No Pins Yet')).toBeVisible();
    await expect(sheet(page, 'Enable Notifications')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page, 'Enable Notifications')).toHaveCount(0);
  });
});

test('a user whose time is over on one device stays visible if another device has just extended it @slow', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('Ada', { baseURL });
  await becomeVisible(ada, 14 / 3600);
  let begun = false;
  const beginElsewhere = async () => {
    if (!begun) await becomeVisible(ada);
    begun = true;
  };
  await page.route('**/api/user/go-offline', async (route) => {
    await beginElsewhere();
    await route.continue();
  });
  await enter(page, ada, '/feed');
  await expect(page).toHaveURL(/\/chats$/);
  await beginElsewhere();
  expect((await ada.user()).online).toBe(true);
  await expect(status(page)).toHaveText('3:00');
});

test('every button of a sheet can be reached with large letters or on a low screen @slow', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('Ada', { baseURL });
  // Equals 320 by 568 pixels with letters of twice the size.
  await page.setViewportSize({ width: 320, height: 284 });
  await enter(page, ada, '/feed');
  await page.getByRole('button', { name: 'Go Visible Now' }).click();
  const dialog = sheet(page, 'Go Visible');
  await expect(dialog).toBeVisible();
  for (const name of ['1h', 'Go Visible Now', 'Go Incognito', 'Close']) {
    const button = dialog.getByRole('button', { name });
    await button.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
    await expect(button, name).toBeInViewport({ ratio: 0.9 });
  }
});
