import { expect, test as base } from '@playwright/test';
import { ADA } from '@herenow/cast/characters';
import { PASSWORD } from '@herenow/testing/people';
import { countHeard, finishSetup, goVisible, register, say } from './journey-steps.ts';
import { startTown, type RunningTown } from './demo-town.ts';

const test = base.extend<object, { town: RunningTown }>({
  town: [
    // Playwright reads the fixtures' names from the destructuring pattern.
    async ({}, use) => {
      await using town = await startTown(12);
      await use(town);
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

test('a visitor who does not share their position meets the town as Ada', async ({ browser, town }) => {
  await using context = await browser.newContext({ baseURL: town.baseURL, permissions: [] });
  const page = await context.newPage();
  await page.goto('/demo');
  await expect(page.getByRole('status')).toContainText('people are visible right now');
  await page.getByRole('button', { name: 'Enter as Ada' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(5);
  await goVisible(page, { shares: false });

  await page.getByRole('link', { name: /Pinned/ }).click();
  await page
    .getByRole('button', { name: /^Accept / })
    .first()
    .click({ timeout: 60_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Say something' }).click();
  await say(page, 'Hello! Shall we meet for a coffee?');
  await expect(page.getByText('Seen', { exact: true }).first()).toBeVisible();
  await expect.poll(() => countHeard(page)).toBeGreaterThanOrEqual(1);

  await page.reload();
  await expect(page.getByRole('log').getByText('Hello! Shall we meet for a coffee?')).toBeVisible();
  expect(town.faults()).toBe('');
});

test('a second browser is another person at another place @slow', async ({ browser, town }) => {
  const geolocation = { latitude: -33.87, longitude: 151.21 };
  await using context = await browser.newContext({
    baseURL: town.baseURL,
    geolocation,
    permissions: ['geolocation'],
  });
  const page = await context.newPage();
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Enter as Ada' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(2);

  await page.goto('/demo');
  await page.evaluate(() => {
    document.title = 'As it was left';
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page).not.toHaveTitle('As it was left');
});

test('a new user registers with the code that the demo’s page shows @slow', async ({ browser, town }) => {
  const geolocation = { latitude: 40.4168, longitude: -3.7038 };
  await using context = await browser.newContext({
    baseURL: town.baseURL,
    geolocation,
    permissions: ['geolocation'],
  });
  const page = await context.newPage();
  await register(page, 'newcomer@example.org', PASSWORD);
  await finishSetup(page, ADA, async () => {
    const mailbox = await context.newPage();
    await mailbox.goto('/demo');
    const mail = mailbox.getByRole('listitem').filter({ hasText: 'newcomer@example.org' });
    await expect(mail.first()).toBeVisible();
    // The page looks again and again; what is being copied from it stays selected.
    await mail.first().locator('p').selectText();
    const looks = () => mailbox.waitForResponse('**/dev/mailbox.json');
    await looks();
    await looks();
    expect(await mailbox.evaluate(() => String(getSelection()))).toMatch(/\b\d{6}\b/);
    return /\b\d{6}\b/.exec(await mail.first().innerText())![0];
  });
  await expect(page).toHaveURL(/\/feed$/);
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(2);
});
