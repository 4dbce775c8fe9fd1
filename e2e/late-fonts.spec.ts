import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { signIn, someone } from './signed-in.ts';

/** Makes every font wait until the returned function is called. */
async function holdFonts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Returns how far down the first parts of a page are, and how far along the picture beside them, to whole pixels. */
const places = (page: Page) =>
  page.locator('h1, .hero p, .setup p, form button, .phone').evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y } = part.getBoundingClientRect();
      return [part.textContent, Math.round(y), part.className === 'phone' ? Math.round(x) : 'anywhere'];
    }),
  );

/** Waits for the fonts, and then expects every part to be where it was without them. */
async function expectNothingMoved(page: Page, free: () => void): Promise<void> {
  const before = await places(page);
  free();
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => page.evaluate(() => document.fonts.check('17px "Figtree Variable"'))).toBe(true);
  expect(await places(page)).toEqual(before);
}

test('a font that comes late moves nothing on the landing page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const free = await holdFonts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingMoved(page, free);
});

test('a font that comes late moves nothing in the setup', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const free = await holdFonts(page);
  await signIn(page, await someone('Ada', { baseURL, step: 3 }));
  await page.goto('/distance-setup', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Next Step' })).toBeVisible();
  await expectNothingMoved(page, free);
});
