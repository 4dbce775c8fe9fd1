import { PASSWORD } from '@herenow/testing/people';
import { codesOf, setupCode } from '@herenow/testing/second-factor';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { enter, logIn, someone } from './signed-in.ts';

test.use({
  serviceWorkers: SERVICE_WORKERS,
  viewport: { width: 390, height: 844 },
  permissions: ['clipboard-read', 'clipboard-write'],
});

const STEP_MS = 30_000;
const signOut = async (page: Page) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$|\/login$/);
  await page.goto('/login');
};

test('two-step sign-in is set up, asked for, replaced by a recovery code, and switched off', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  // The user may sign out while the socket is being opened.
  expectConsoleErrors(/status of 40[013]|WebSocket/);
  const ada = await someone('ada', { baseURL });
  await enter(page, ada, '/privacy-safety');
  await page.getByRole('link', { name: /Two-Step Sign-In/ }).click();
  await page.getByLabel('Your password', { exact: true }).fill('Guessed-2026');
  await page.getByRole('button', { name: 'Set It Up' }).click();
  await expect(page.getByText('That password isn’t right.')).toBeVisible();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set It Up' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.keyboard.type(await setupCode({ url: baseURL ?? '' }, ada));
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy Key' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const codeAt = codesOf(await page.evaluate(() => navigator.clipboard.readText()));

  // A pasted code is submitted automatically.
  await page.evaluate((code) => navigator.clipboard.writeText(code), codeAt(new Date()));
  await page.getByRole('textbox', { name: 'The six digits in the app' }).focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  const kept = (await readFile(await file.path(), 'utf8')).match(/\w{4}(-\w{4}){3}/g)!;
  expect(kept).toHaveLength(10);
  await page.getByRole('button', { name: 'I’ve Saved Them' }).click();
  await expect(page.getByText('Two-step sign-in is on')).toBeVisible();

  await signOut(page);
  await logIn(page, ada.email);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveAttribute(
    'autocomplete',
    'one-time-code',
  );
  await page.keyboard.type(codeAt(new Date(0)));
  await expect(page.getByText('That code isn’t right.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeFocused();
  // Back leads to the password, not out of the sign-in.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(ada.email);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toBeFocused();
  await page.keyboard.type(codeAt(new Date(Date.now() + STEP_MS)));
  await expect(page).toHaveURL(/\/feed$/);

  await signOut(page);
  await logIn(page, ada.email);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a Recovery Code' }).click();
  await page.getByLabel('Recovery code').fill(kept[0]!.toUpperCase());
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/feed$/);

  await page.goto('/two-step-sign-in');
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch It Off' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code from your app, or a recovery code').fill(kept[1]!);
  await page.getByRole('button', { name: 'Switch It Off' }).click();
  await expect(page.getByRole('button', { name: 'Set It Up' })).toBeVisible();
});
