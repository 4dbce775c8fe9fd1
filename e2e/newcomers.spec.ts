import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { meet, neighbours, sayTo } from './meetings.ts';
import { enter, someone } from './signed-in.ts';

test.use({
  newcomer: true,
  serviceWorkers: SERVICE_WORKERS,
  permissions: ['geolocation', 'notifications'],
  viewport: { width: 390, height: 844 },
});

test('a hint of one line is shown the first time, and never again @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  const hint = page.getByText('Tap the pin to ask for a chat.');
  await expect(hint).toBeVisible();
  expect((await hint.boundingBox())!.height).toBeLessThan(30);
  // Nor does it cover the pin on a phone held sideways.
  await page.setViewportSize({ width: 667, height: 375 });
  await page.getByRole('button', { name: 'Pin Bela' }).click({ trial: true });
  // Nor anything else where everything is of twice the size.
  await page.setViewportSize({ width: 195, height: 422 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(195);
  await page.getByRole('button', { name: 'Pin Bela' }).click({ trial: true });
  const status = (await page.getByRole('button', { name: /^You are visible/ }).boundingBox())!;
  expect((await hint.boundingBox())!.y).toBeGreaterThan(status.y + status.height);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(hint).toHaveCount(0);

  const chatId = await meet(bela, ada);
  await sayTo(chatId, bela, ada, 'Hello!');
  await page.goto(`/chat/${chatId}`);
  const chatHint = page.getByText('Point at a message to reply or react.');
  await expect(chatHint).toBeVisible();
  // It covers neither the message field nor the last message, even where the page has no tabs below it.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const said = page.getByRole('log').locator('[data-group]').last();
    const free = async () => {
      const { y, height } = (await chatHint.boundingBox())!;
      return y + height + 10 < (await said.boundingBox())!.y;
    };
    await expect.poll(free).toBe(true);
  }
});

test('the card of a new user grows with each answer', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL, step: 1 });
  await enter(page, ada, '/profile-setup');
  const card = page.getByRole('main').locator('[aria-hidden=true]').filter({ hasText: 'Your card so far' });
  await expect(card).toContainText('Your name');
  await page.getByLabel('Name').fill('Ada L');
  await page.getByLabel('Date of birth').fill('1996-05-14');
  await expect(card).toContainText(/Ada L, \d\d/);
  await page.getByLabel('Pronouns').selectOption('She/Her');
  await expect(card).toContainText('She/Her');
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect(page).toHaveURL(/\/preferences-setup$/);
  await page.getByRole('button', { name: 'Jazz night' }).click();
  await expect(card).toContainText('She/Her · Jazz night');
  await expect(card).toContainText('Ada L');
});
