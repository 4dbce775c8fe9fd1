import { expect, type Page } from '@playwright/test';

/** Expects a step of the setup: how far it is in percent, and the text that says so. */
export async function expectProgress(page: Page, percent: string, text: string) {
  await expect(page.getByRole('progressbar', { name: 'Setup progress' })).toHaveAttribute(
    'aria-valuenow',
    percent,
  );
  await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
}
