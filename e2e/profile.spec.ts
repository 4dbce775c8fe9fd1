import { listBlockedUsers } from '@herenow/contract/safety';
import { REPORT_REASONS } from '@herenow/contract/constants';
import { wholeKm } from '@herenow/contract/geo';
import type { BlockedUser } from '@herenow/contract/entities';
import type { PublicPerson } from '@herenow/testing/public-person';
import { drawn, refuse, sent } from './answers.ts';
import { neighbours } from './meetings.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter, enterConnected, logIn, someone, threePhotos } from './signed-in.ts';

const TAGS = ['jazz night', 'coffee', 'museum visit', 'picnic', 'board games', 'brunch', 'hiking'];
const REPORT = '**/api/user/report';

test.use({ ...PHONE, expectedErrors: REFUSED });

let ada: PublicPerson;
let bela: PublicPerson;
test.beforeEach(async ({ baseURL }) => {
  const pictures = await threePhotos();
  ({ ada, bela } = await neighbours(baseURL, { gender: 'She/They', tags: TAGS, pictures }));
});

test('a profile shows the data of the feed, and counts down', async ({ page }) => {
  await page.clock.install();
  // The client learns the server's time from this response, and reckons later times from it.
  const told = page.waitForResponse(`**/api/user/${ada.id}`);
  await enterConnected(page, ada, '/feed');
  await told;
  const fetched: string[] = [];
  page.on('request', (request) => void fetched.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: /^Bela/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Bela, \d\d$/);
  await expect(page.getByText('She/They')).toBeVisible();
  const distance = wholeKm((await ada.user()).location!, (await bela.user()).location!);
  await expect(page.getByText(`${distance} km away`)).toBeVisible();
  await expect(page.getByText('Visible for 3:00')).toBeVisible();
  const tags = page.getByRole('heading', { name: 'Perfect date' }).locator('..').getByRole('listitem');
  // The tags that both people share come first.
  await expect(tags).toHaveText(['Coffee', 'Jazz night', 'Museum visit', 'Picnic', 'Board games', 'Brunch']);
  expect(fetched).not.toContain(`/api/user/${bela.id}`);
  // The browser keeps the history, also on disk, beyond a sign-out.
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('Bela');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await page.clock.fastForward('01:00');
  await expect(page.getByText('Visible for 2:59')).toBeVisible();
  const pin = page.getByRole('button', { name: 'Pin Bela' });
  await expect(pin).toBeEnabled();
  await page.clock.fastForward('02:59:00');
  await expect(page.getByText('Offline', { exact: true }).first()).toBeVisible();
  await expect(pin).toBeDisabled();
  await expect(page.getByText(`${distance} km away`)).toHaveCount(0);
});

test('a profile viewed before another user signed in is not shown to them @slow', async ({
  page,
  baseURL,
}) => {
  await enter(page, ada, '/feed');
  await page.getByRole('link', { name: /^Bela/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Bela/);
  // As when the session has ended on another device.
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('logout')));
  await expect(page).toHaveURL(/\/login$/);
  const dana = await someone('Dana', { baseURL });
  await logIn(page, dana.email);
  await expect(page).toHaveURL(/\/feed$/);
  await expect(async () => {
    await page.goBack();
    expect(page.url()).toContain(bela.id);
  }).toPass();
  await expect(page.getByText('Sample profile')).toBeVisible();
  await expect(page.getByText('Bela')).toHaveCount(0);
});

test('a profile opened by its address is fetched', async ({ page }) => {
  await enter(page, ada, `/profile/${bela.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Bela/);
  await expect(page.getByText('Visible for 3:00')).toBeVisible();
});

test('on a very high screen photo and text are side by side @slow', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 2160 });
  await enter(page, ada, `/profile/${bela.id}`);
  const said = (await page.getByRole('heading', { level: 1, name: /^Bela/ }).boundingBox())!;
  const photo = (await page.getByRole('img', { name: /Bela/ }).first().boundingBox())!;
  expect(said.y).toBeGreaterThan(photo.y);
  expect(said.y + said.height).toBeLessThan(photo.y + photo.height);
});

test('an unknown profile shows the sample, on which nothing acts @slow', async ({ page }) => {
  await enter(page, ada, '/profile/nobody');
  await expect(page.getByText('Sample profile')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sam, 25');
  await expect(page.getByText('Visible for 2:00')).toBeVisible();
  await expect(page.getByRole('img')).toHaveAttribute('src', '/photo-placeholder.svg');
  await expect(page.getByRole('button', { name: /^Pin/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More' })).toHaveCount(0);
});

test('the address of the user’s own profile leads to My Profile', async ({ page }) => {
  await enter(page, ada, `/profile/${ada.id}`);
  await expect(page).toHaveURL(/\/my-profile$/);
});

test('photos turn by dots, arrows, keys and dragging @slow', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, ada, `/profile/${bela.id}`);
  const carousel = page.getByRole('group', { name: 'Photos of Bela' });
  const shown = carousel.getByRole('status');
  const dot = (at: number) => carousel.getByRole('button', { name: `Photo ${at}`, exact: true });
  const { width, height } = (await dot(3).boundingBox())!;
  expect([width, height], 'the size of a target').toEqual([44, 44]);
  await dot(3).click();
  await expect(shown).toHaveText('Photo 3 of 3');
  await expect(dot(3)).toHaveAttribute('aria-current', 'true');
  await carousel.hover();
  await carousel.getByRole('button', { name: 'Next photo' }).click();
  await expect(shown).toHaveText('Photo 1 of 3');
  await carousel.getByRole('button', { name: 'Previous photo' }).click();
  await expect(shown).toHaveText('Photo 3 of 3');
  await page.keyboard.press('ArrowRight');
  await expect(shown).toHaveText('Photo 1 of 3');
  const box = (await carousel.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 51, y, { steps: 4 });
  await page.mouse.up();
  await expect(shown).toHaveText('Photo 2 of 3');
});

test('a pin shows a toast for three seconds and leads back to the feed @slow', async ({ page }) => {
  await enter(page, ada, `/profile/${bela.id}`);
  const asked = sent(page, '/api/user/pin-user');
  const pin = page.getByRole('button', { name: 'Pin Bela' });
  await refuse(page, '**/api/user/pin-user', 409, 'already pinned');
  await pin.click();
  await expect(page.getByText('Bela is already pinned.')).toBeVisible();
  await page.unroute('**/api/user/pin-user');
  asked.length = 0;
  await pin.dblclick();
  await expect(page).toHaveURL(/\/feed$/);
  const toast = page.locator('.toast', { hasText: 'You Pinned Bela!' });
  await expect(toast).toBeVisible();
  expect(await toast.locator('.toast-clock').evaluate((bar) => getComputedStyle(bar).animationDuration)).toBe(
    '3s',
  );
  await expect(page.getByText('No one is visible right now')).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('blocking leads to the feed, without the person @slow', async ({ page }) => {
  const open = async () => {
    await page.goto(`/profile/${bela.id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Block User' }).press('Enter');
    const ask = page.getByRole('alertdialog', { name: 'Block Bela?' });
    await expect(ask).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(ask.locator(':focus')).toHaveCount(1);
    await expect(page).toHaveURL(`/profile/${bela.id}`);
    await ask.getByRole('button', { name: 'Block User' }).click();
    await expect(page).toHaveURL(/\/feed$/);
  };
  await enter(page, ada, '/feed');
  await refuse(page, '**/api/user/block');
  const refused = page.waitForResponse('**/api/user/block');
  await open();
  await refused;
  await drawn(page);
  await expect(page.getByText(/Failed to block/)).toHaveCount(0);
  await page.unroute('**/api/user/block');
  const blocked = async () =>
    ((await ada.call(listBlockedUsers, { params: { id: ada.id } })).json as BlockedUser[]).map(
      ({ id }) => id,
    );
  expect(await blocked()).toEqual([]);
  await open();
  await expect.poll(blocked).toEqual([bela.id]);
  await page.reload();
  await expect(page.getByText('No one is visible right now')).toBeVisible();
  await page.goto(`/profile/${bela.id}`);
  await expect(page.getByText('Sample profile')).toBeVisible();
});

test('a report needs a reason, and its result is shown', async ({ page }) => {
  await enter(page, ada, `/profile/${bela.id}`);
  const reports = sent(page, '/api/user/report');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report User' });
  await expect(dialog).toContainText('anonymous');
  await expect(dialog.getByRole('radio')).toHaveCount(REPORT_REASONS.length);
  const send = dialog.getByRole('button', { name: 'Send Report' });
  await send.click();
  await expect(dialog.getByRole('alert')).toHaveText('Please select a reason for reporting');
  await dialog.getByRole('radio', { name: 'Spam or fake account' }).check();
  await dialog.getByLabel('In your own words').fill('The photos are of an actress.');
  await expect(dialog.getByRole('checkbox', { name: /^Also block / })).not.toBeChecked();
  await refuse(page, REPORT);
  await send.click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to report user. Please try again.');
  await page.unroute(REPORT);
  await send.click();
  await expect(
    page.getByText('User reported successfully. Thank you for helping keep our community safe.'),
  ).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(reports.at(-1)).toEqual({
    reporterId: ada.id,
    reportedUserId: bela.id,
    reason: 'Spam or fake account',
    words: 'The photos are of an actress.',
    alsoBlock: false,
  });
});
