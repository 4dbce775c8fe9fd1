import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { stubAda } from './stubbed-server.ts';

test('behind a dialog a screen reader finds no button of the page', async () => {
  const { ada } = stubAda();
  await openPage('/settings', ada);
  await expect.element(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign Out' })).not.toBeInTheDocument();
});
