import { PASSWORD } from '@herenow/testing/people';
import { setUpSecondFactor } from '@herenow/testing/second-factor';
import type { Page } from '@playwright/test';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { enter, logIn, someone } from './signed-in.ts';

test.use({ serviceWorkers: SERVICE_WORKERS, viewport: { width: 390, height: 844 } });

/** Adds a virtual device that confirms its owner by fingerprint, or refuses to when told so. */
async function fingerprint(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified: boolean) =>
    client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

test('a passkey is added, can be cancelled, signs in, and is removed @slow', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  // The user may sign out while the socket is being opened.
  expectConsoleErrors(/status of 40[13]|WebSocket/);
  const ada = await someone('ada', { baseURL });
  const { recoveryCodes } = await setUpSecondFactor({ url: baseURL ?? '' }, ada, new Date());
  await enter(page, ada, '/two-step-sign-in');
  const confirm = await fingerprint(page);
  const gaveUp = page.getByText('That was cancelled or took too long.');

  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  await page.getByLabel('Name it').fill('My laptop');
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code from your app, or a recovery code').fill(recoveryCodes[0]!);
  await confirm(false);
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  await expect(gaveUp).toBeVisible();
  // The code is used up, and not asked for again.
  await confirm(true);
  await page.getByRole('button', { name: 'Add a Passkey' }).click();
  await expect(page.getByText('not used yet')).toBeVisible();

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$|\/login$/);
  await page.goto('/login');
  await logIn(page, ada.email);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await confirm(false);
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(gaveUp).toBeVisible();
  await confirm(true);
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page).toHaveURL(/\/feed$/);

  await page.goto('/two-step-sign-in');
  await expect(page.getByText('Last used on')).toBeVisible();
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Code from your app, or a recovery code').fill(recoveryCodes[1]!);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await expect(page.getByText('Last used on')).toBeHidden();
});
