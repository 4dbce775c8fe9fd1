import { blockUser } from '@herenow/contract/safety';
import type { Locator, Page } from '@playwright/test';
import { ADA } from '@herenow/cast/characters';
import { becomeVisible } from '@herenow/testing/public-person';
import { hold } from './answers.ts';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { meet, neighbours } from './meetings.ts';
import { portraitsOf } from './portraits.ts';
import { enter, quietPlace, someone } from './signed-in.ts';

test.use({
  serviceWorkers: SERVICE_WORKERS,
  permissions: ['geolocation', 'notifications'],
  viewport: { width: 1280, height: 480 },
});

const heading = (page: Page) => page.getByRole('heading', { name: 'Pinned', exact: true });
const row = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name},`) });

/** Makes Ada, who has a chat with each of the others: more than a screen holds. */
async function manyChats(baseURL: string | undefined) {
  const at = quietPlace();
  const [ada, ...others] = await Promise.all(
    ['Ada', 'Bela', 'Chidi', 'Dana', 'Emil', 'Fay'].map((name) => someone(name, { baseURL, at })),
  );
  for (const one of [ada!, ...others]) await becomeVisible(one);
  for (const one of others) await meet(one, ada!);
  return ada!;
}

test('the list of all chats keeps its scroll position beside an open chat', async ({ page, baseURL }) => {
  await enter(page, await manyChats(baseURL), '/chats');
  const left = (await heading(page).boundingBox())!.x;
  const last = row(page, 'Bela');
  await last.scrollIntoViewIfNeeded();
  const before = (await last.boundingBox())!;
  await last.click();
  await expect(page).toHaveURL(/\/chat\//);
  await expect(page.getByRole('heading', { level: 1, name: 'Bela' })).toBeVisible();
  await expect.poll(async () => await last.boundingBox()).toEqual(before);
  expect((await heading(page).boundingBox())!.x).toBe(left);

  await page.getByRole('button', { name: 'Go back to all chats' }).click();
  await expect(page).toHaveURL(/\/chats$/);
  await expect.poll(async () => await last.boundingBox()).toEqual(before);
});

test('the heading above the chats does not move as they load @slow', async ({ page, baseURL }) => {
  const ada = await manyChats(baseURL);
  const release = await hold(page, '**/api/chat/*/all');
  await enter(page, ada, '/chats');
  await expect(page.getByRole('status', { name: 'Loading your pins' })).toBeVisible();
  const waiting = await heading(page).boundingBox();
  release();
  await expect(row(page, 'Bela')).toBeVisible();
  expect(await heading(page).boundingBox()).toEqual(waiting);
});

test('the profile tab is marked on all pages below the settings @slow', async ({ page, baseURL }) => {
  await enter(page, await someone('Ada', { baseURL }), '/settings');
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' });
  const back = page.getByRole('button', { name: 'Back' });
  for (const entry of ['My Profile', 'Date Ideas', 'Notifications', 'Blocked Users', 'Legal']) {
    await page.getByRole('main').getByRole('link', { name: entry }).click();
    await expect(back).toBeVisible();
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await back.click();
    await expect(page).toHaveURL(/\/settings$/);
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click();
  await expect(tab).not.toHaveAttribute('aria-current', 'page');
});

test('a notice over the page is centred beside the rail, and in the window without a rail @slow', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/net::ERR|WebSocket/);
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at });
  const bela = await someone('Bela', { baseURL, at });
  await becomeVisible(bela);
  await enter(page, ada, '/feed');
  const middle = async () => {
    await page.context().setOffline(true);
    const box = await page.getByText('No internet connection.').locator('../..').boundingBox();
    await page.context().setOffline(false);
    return box!.x + box!.width / 2;
  };
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(Math.round(await middle())).toBe(240 + (1280 - 240) / 2);
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bela' })).toBeVisible();
  expect(Math.round(await middle())).toBe(1280 / 2);
});

test('elements over the feed are aligned with its edge and its lines @slow', async ({ page, baseURL }) => {
  const at = quietPlace();
  // Fewer than a row holds would stand in its middle.
  for (const name of ['Bela', 'Chidi', 'Dora']) await becomeVisible(await someone(name, { baseURL, at }));
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, await someone('Ada', { baseURL, at }), '/feed');
  await expect(page.getByRole('article')).toHaveCount(3);
  const refresh = (await page.getByRole('button', { name: 'Refresh' }).boundingBox())!;
  const status = (await page.getByRole('banner').getByRole('button').last().boundingBox())!;
  expect(refresh.x).toBe((await page.getByRole('article').first().boundingBox())!.x);
  expect(refresh.y).toBe(status.y);
});

test('on a phone held sideways the confirmation of becoming visible fits with its button @slow', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const ada = await someone('Ada', { baseURL });
  await becomeVisible(ada);
  await enter(page, ada, '/payment-success');
  const tabs = (await page.getByRole('navigation').boundingBox())!.y;
  for (const part of [
    page.getByRole('heading', { name: "You're Online!" }),
    page.getByText('Your 3-hour session has started'),
    page.getByRole('button', { name: 'Start Browsing' }),
  ]) {
    const box = (await part.boundingBox())!;
    expect(box.y).toBeGreaterThan(0);
    expect(box.y + box.height).toBeLessThanOrEqual(tabs);
  }
});

test('on a phone held sideways the whole photo of a person is beside the text @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL);
  await page.setViewportSize({ width: 844, height: 390 });
  await enter(page, ada, `/profile/${bela.id}`);
  const photo = await page.getByRole('group', { name: 'Photos of Bela' }).boundingBox();
  expect(photo!.height / photo!.width).toBeCloseTo(4 / 3, 1);
  const name = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(name!.x).toBeGreaterThan(photo!.x + photo!.width);
  await expect(page.getByRole('button', { name: 'Pin Bela' })).toBeInViewport({ ratio: 1 });
});

test('the user’s card grows beside the form of the setup, in the size of the feed @slow', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, await someone('Newcomer', { baseURL, step: 1 }), '/profile-setup');
  const card = page.locator('aside', { hasText: 'Your card so far' });
  await expect(card).toContainText('Your name');
  await page.getByLabel('Name').fill('Ada');
  await expect(card).toContainText('Ada');
  await expect(page.getByRole('main').getByText('Your card so far')).toBeHidden();
});

test('Save stays at the lower edge beside five photos, which are taller than the form @slow', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const pictures = await portraitsOf({ ...ADA, photos: 5 });
  await enter(page, await someone('Ada', { baseURL, pictures }), '/my-profile');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeVisible();
  const above = () =>
    save.evaluate((button) => Math.round(innerHeight - button.getBoundingClientRect().bottom));
  await expect.poll(above).toBe(20);
});

const middle = async (part: Locator) => {
  const { y, height } = (await part.boundingBox())!;
  return y + height / 2;
};

test('the name in the rail, the title of a page and the status are on one line @slow', async ({
  page,
  baseURL,
}) => {
  await enter(page, await someone('Ada', { baseURL }), '/settings');
  const rail = page.getByRole('navigation', { name: 'Main' });
  const status = await middle(page.getByRole('banner').getByRole('button').last());
  expect(Math.abs((await middle(rail.getByRole('link', { name: 'Herenow' }))) - status)).toBeLessThan(2);
  await page.getByRole('link', { name: 'Notifications' }).click();
  expect(await middle(page.getByRole('heading', { level: 1, name: 'Notifications' }))).toBe(status);
  await rail.getByRole('link', { name: 'Pinned' }).click();
  expect(await middle(page.getByRole('banner').getByText('Pinned'))).toBe(status);
});

test('the photo slots are as wide as the button below them @slow', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, await someone('Newcomer', { baseURL, step: 4 }), '/photo-setup');
  const button = (await page.getByRole('button', { name: 'Next Step' }).boundingBox())!;
  const places = (await page.locator('.photo-grid').boundingBox())!;
  expect({ x: places.x, width: places.width }).toEqual({ x: button.x, width: button.width });
});

test('a person appears where the placeholder was @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await page.setViewportSize({ width: 1280, height: 800 });
  const release = await hold(page, `**/api/user/${bela.id}`);
  await enter(page, ada, `/profile/${bela.id}`);
  const about = page.locator('.person-about');
  await expect(about).toHaveRole('status');
  const waiting = (await about.locator('[aria-hidden]').first().boundingBox())!.y;
  release();
  const name = page.getByRole('heading', { level: 1, name: 'Bela' });
  await expect(name).toBeVisible();
  expect(Math.abs((await name.boundingBox())!.y - waiting)).toBeLessThan(48);
});

test('the photos of a list appear where their placeholders were @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await ada.call(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } });
  const release = await hold(page, '**/api/user/*/blocked-users');
  await enter(page, ada, '/blocked-users');
  const placeholder = page.getByRole('status', { name: 'Loading' }).locator('[aria-hidden]').first();
  await expect(placeholder).toBeVisible();
  const { x } = (await placeholder.boundingBox())!;
  release();
  const photo = page.getByRole('main').getByRole('listitem').locator('img');
  await expect(photo).toBeVisible();
  expect((await photo.boundingBox())!.x).toBe(x);
});
