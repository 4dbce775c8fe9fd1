import { expect, test } from './fixtures.ts';
import { meet, neighbours } from './meetings.ts';
import { enter } from './signed-in.ts';

test.use({ permissions: ['notifications', 'clipboard-read', 'clipboard-write'] });

test('a date is shared from a chat, read by a friend without an account, and revoked @slow', async ({
  page,
  browser,
  baseURL,
  expectConsoleErrors,
}) => {
  // The revoked link.
  expectConsoleErrors(/status of 404/);
  const { ada, bela } = await neighbours(baseURL);
  await enter(page, ada, `/chat/${await meet(ada, bela)}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Share My Date' }).click();
  await expect(page.getByLabel('Who are you meeting?')).toHaveValue('Bela');
  await page.getByLabel('Where? (optional)').fill('<b>The pub</b> by the pond');
  await page.getByLabel('When do you expect to be back?').selectOption('2');
  await page.getByRole('button', { name: 'Make the Link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeFocused();
  await page.getByRole('button', { name: 'Copy the Link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const document = await fetch(link, { headers: { accept: 'text/html' } });
  expect(document.headers.get('cache-control')).toBe('no-store');
  expect(document.headers.get('x-robots-tag')).toBe('noindex');
  await using context = await browser.newContext();
  const friend = await context.newPage();
  await friend.goto(link);
  await expect(friend.getByText('<b>The pub</b> by the pond')).toBeVisible();
  await expect(friend.getByText('Bela', { exact: true })).toBeVisible();
  await expect(friend.getByText(/\bAda\b/)).toHaveCount(0);
  await expect(friend.locator('img')).toHaveCount(0);

  await page.getByRole('button', { name: 'Stop sharing the date with Bela' }).click();
  await expect(page.getByRole('heading', { name: 'Sharing now' })).toHaveCount(0);
  await friend.reload();
  await expect(friend.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
  // A friend who opens the page late has more reason to worry.
  await expect(friend.getByText('call the emergency number')).toBeVisible();
});

test('the link of a date and the typed text are deleted when their user signs out in any tab', async ({
  page,
  context,
  baseURL,
  expectConsoleErrors,
}) => {
  // Requests and the live connection of the other tab may just be in flight.
  expectConsoleErrors(/status of 401|HTTP Authentication failed/);
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/share-date');
  await page.getByLabel('Who are you meeting?').fill('Bela');
  await page.getByRole('button', { name: 'Make the Link' }).click();
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible();
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
  expect(await kept()).toHaveLength(1);
  // Waits for the code that loads once the page is quiet.
  await page.waitForFunction(() => sessionStorage.getItem('owner') !== null);
  const other = await context.newPage();
  await other.goto('/settings');
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(kept).toEqual([]);
});
