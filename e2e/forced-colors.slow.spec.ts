import type { Locator } from '@playwright/test';
import { hold } from './answers.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { neighbours } from './meetings.ts';
import { enter } from './signed-in.ts';

test.use(PHONE);

const groundOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor);

test('with forced colours it is visible what is on, chosen and ticked', async ({ page, baseURL }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { ada } = await neighbours(baseURL);

  await enter(page, ada, '/notifications');
  const row = page.getByRole('switch').first();
  const [track, knob] = [row.locator('~ span').first(), row.locator('~ span').last()];
  await expect(row).toBeChecked();
  await expect.poll(async () => (await groundOf(track)) !== (await groundOf(knob))).toBe(true);
  const on = await groundOf(track);
  await row.setChecked(false);
  await expect.poll(() => groundOf(track)).not.toBe(on);
  expect(await groundOf(knob)).not.toBe(await groundOf(track));

  await page.goto('/preferences-setup');
  const tick = page.getByRole('checkbox', { name: 'I am open to anything' }).locator('+ span svg');
  // The styles for forced colours load when the page is quiet.
  await tick.waitFor({ state: 'attached' });
  expect(await tick.isVisible()).toBe(false);
  const chip = (name: string) => page.getByRole('button', { name });
  await chip('Yoga').click();
  await expect(chip('Yoga')).toHaveAttribute('aria-pressed', 'true');
  expect(await groundOf(chip('Yoga'))).not.toBe(await groundOf(chip('Karaoke night')));
  await page.getByRole('checkbox', { name: 'I am open to anything' }).check();
  await expect(tick).toBeVisible();

  await page.goto('/distance-setup');
  const slider = page.getByRole('slider');
  await expect(slider).toBeVisible();
  const adjusted = () => slider.evaluate((one) => getComputedStyle(one).forcedColorAdjust);
  await expect.poll(adjusted).toBe('none');
});

test('with forced colours nobody waits for a quiet page to see what a button is', async ({
  page,
  baseURL,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const join = page.getByRole('link', { name: 'Join' }).first();
  expect(await join.evaluate((one) => getComputedStyle(one).borderTopWidth)).not.toBe('0px');
  const pin = page.getByRole('heading', { level: 1 }).locator('.pin-letter');
  expect(await pin.evaluate((one) => getComputedStyle(one, '::after').forcedColorAdjust)).toBe('none');
  // The letter under the pin would show through it, and streets at night are black lines on a white ground.
  expect(await pin.evaluate((one) => getComputedStyle(one).color)).toBe('rgba(0, 0, 0, 0)');
  await expect(page.locator('.street-map')).toBeHidden();

  const { ada } = await neighbours(baseURL);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await enter(page, ada, '/my-profile');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeVisible();
  await expect.poll(() => save.evaluate((one) => getComputedStyle(one).forcedColorAdjust)).toBe('none');
});

test('with forced colours a button that cannot be pressed yet has an edge alone', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/register');
  const next = page.getByRole('button', { name: 'Next Step' });
  await expect(next).toBeDisabled();
  await expect.poll(() => next.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('1px');
  const disabled = await groundOf(next);
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Correct1horse');
  await page.getByRole('checkbox').check();
  await expect(next).toBeEnabled();
  await expect.poll(() => groundOf(next)).not.toBe(disabled);
});

test('with forced colours it is visible what is still loading', async ({ page, baseURL }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { ada } = await neighbours(baseURL);
  await hold(page, /\/api\/chat\/[^/]+\/all/);
  await enter(page, ada, '/chats');
  const row = page.getByRole('status', { name: 'Loading' }).locator('[class*=shimmer]').first();
  await expect.poll(() => row.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('1px');
});

test('where more contrast is wanted, secondary text has it, and cards have edges', async ({
  page,
  baseURL,
}) => {
  await page.emulateMedia({ contrast: 'more' });
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/settings');
  const colorOf = (one: Locator, name: 'color' | 'borderTopColor') =>
    one.evaluate((element, property) => getComputedStyle(element)[property], name);
  const address = page.getByText(ada.email);
  const card = page.getByRole('navigation', { name: 'Settings' }).locator('> div').first();
  await expect.poll(() => colorOf(address, 'color')).toBe('rgb(69, 61, 56)');
  expect(await colorOf(card, 'borderTopColor')).toBe('rgb(150, 138, 128)');
});
