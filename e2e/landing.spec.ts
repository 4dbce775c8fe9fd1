import { expect, test } from './fixtures.ts';

test('the server shows the landing page', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/Herenow/i);
});
