import { unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { enter, someone } from './signed-in.ts';

test.use({ serviceWorkers: SERVICE_WORKERS });

test('a copy of the user’s data is made and downloaded, even after a reload', async ({ page, baseURL }) => {
  const ada = await someone('ada', { baseURL });
  await enter(page, ada, '/settings');
  await page.getByRole('link', { name: 'Your Data' }).click();
  await page.getByRole('button', { name: 'Make a Copy' }).click();
  await expect(page.getByText(/^Available until /)).toBeVisible();
  await page.reload();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^herenow-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(new Uint8Array(await readFile(await file.path())));
  expect(Object.keys(files)).toContain('profile.json');
  expect(Object.keys(files).filter((name) => name.startsWith('photos/'))).toHaveLength(1);
  expect(new TextDecoder().decode(files['profile.json'])).toContain(ada.email);
});

test('an account is deleted from its own page, after logging in', async ({ page, baseURL }) => {
  await page.goto('/delete-account');
  await expect(page.getByRole('heading', { name: 'What is kept, and why' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');

  const ada = await someone('ada', { baseURL });
  await enter(page, ada, '/delete-account');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText('Your account has been deleted')).toBeVisible();
  const answer = await fetch(new URL('/api/validateToken', baseURL), {
    headers: { authorization: `Bearer ${ada.token}` },
  });
  expect(answer.status).toBe(401);
});
