import type { Page } from '@playwright/test';
import { PASSWORD } from '@herenow/testing/people';
import { ada, fails, hangs, lone, opens, press, shows, steps, toEnd, waiting, type Stop } from './stop.ts';

const NOBODY = '0198f7b2-0000-7000-8000-000000000000';

/** Responds as to a user with two-step sign-in, which nobody in the town has. */
const secured = async (page: Page) => {
  const [id, created] = ['4d3c8f0e-9f4b-4a57-8a51-7c7a34b0d0a1', '2026-03-14T12:00:00.000Z'];
  const passkeys = [{ id, name: 'My laptop', created, lastUsedAt: '2026-04-02T12:00:00.000Z' }];
  await page.route('**/api/user/second-factor', (route) =>
    route.fulfill({ json: { since: '2026-03-14T12:00:00.000Z', recoveryCodes: 9, passkeys } }),
  );
  const recoveryCodes = Array.from({ length: 10 }, (_, n) => `abcd-efgh-ijkm-npq${n}`);
  await page.route('**/second-factor/recovery-codes', (route) => route.fulfill({ json: { recoveryCodes } }));
};

/** Takes any mailed code, and mails none: the tour would use up those of a day. */
const setsUp = async (page: Page) => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await page.route('**/second-factor/code', (route) => route.fulfill({ body: '' }));
  await page.route('**/api/user/second-factor', (route) =>
    route.fulfill({
      json:
        route.request().method() === 'GET'
          ? { since: null, recoveryCodes: 0, passkeys: [] }
          : { secret, uri: `otpauth://totp/Herenow:ada@example.org?secret=${secret}&issuer=Herenow` },
    }),
  );
};
const enterPassword = async (page: Page) => {
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await press('Set It Up')(page);
  await shows('Check your email')(page);
};

/** The screens of the user's own account. */
export const settingsStops: readonly Stop[] = [
  { name: 'settings', path: () => '/settings', who: ada },
  {
    name: 'settings-end',
    path: () => '/settings',
    who: ada,
    act: toEnd,
  },
  { name: 'delete-account', path: () => '/settings', who: ada, act: opens('Delete Account') },
  {
    name: 'delete-account-failed',
    path: () => '/settings',
    who: lone,
    before: (page) =>
      page.route('**/api/user/*', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 500 }) : route.continue(),
      ),
    act: steps(opens('Delete Account'), async (page) => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await shows('Delete account unsseccesfull')(page);
    }),
  },
  { name: 'face-check', path: () => '/face-check', who: ada },
  { name: 'your-data', path: () => '/your-data', who: ada },
  { name: 'delete-account-page', path: () => '/delete-account', who: ada },
  { name: 'my-profile', path: () => '/my-profile', who: ada },
  { name: 'my-profile-full', path: () => '/my-profile', who: ({ photographed }) => photographed },
  {
    name: 'photo-menu',
    path: () => '/my-profile',
    who: ({ photographed }) => photographed,
    act: opens('Change photo 3'),
  },
  { name: 'date-ideas', path: () => '/preferences-setup', who: ada, act: toEnd },
  { name: 'distance', path: () => '/distance-setup', who: ada },
  { name: 'notifications', path: () => '/notifications', who: ada },
  { name: 'privacy-safety', path: () => '/privacy-safety', who: ada },
  {
    name: 'privacy-safety-errors',
    path: () => '/privacy-safety',
    who: ada,
    act: async (page) => {
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByLabel('Confirm new password').fill('other');
      await press('Update Password')(page);
      await shows('Please enter your current password')(page);
    },
  },
  { name: 'two-step', path: () => '/two-step-sign-in', who: ada },
  {
    name: 'two-step-mailed',
    path: () => '/two-step-sign-in',
    who: ada,
    before: setsUp,
    act: enterPassword,
  },
  {
    name: 'two-step-scan',
    path: () => '/two-step-sign-in',
    who: ada,
    before: setsUp,
    act: steps(enterPassword, (page) => page.keyboard.type('123456'), shows('Scan this with your app')),
  },
  {
    name: 'two-step-codes',
    path: () => '/two-step-sign-in',
    who: ada,
    before: secured,
    act: async (page) => {
      await press('Make New Recovery Codes')(page);
      await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Code from your app, or a recovery code').fill('123456');
      await press('Make New Recovery Codes')(page);
      await shows('Keep these recovery codes')(page);
    },
  },
  {
    name: 'two-step-off',
    path: () => '/two-step-sign-in',
    who: ada,
    before: secured,
    act: steps(press('Switch It Off'), shows('Code from your app, or a recovery code')),
  },
  {
    name: 'two-step-passkey',
    path: () => '/two-step-sign-in',
    who: ada,
    before: secured,
    act: steps(press('Add a Passkey'), shows('Code from your app, or a recovery code')),
  },
  {
    name: 'two-step-passkey-remove',
    path: () => '/two-step-sign-in',
    who: ada,
    before: secured,
    act: steps(press('Remove My laptop'), shows('Code from your app, or a recovery code')),
  },
  { name: 'share-date', path: () => '/share-date', who: ada },
  { name: 'home-zones', path: () => '/home-zones', who: ada },
  { name: 'blocked-users', path: () => '/blocked-users', who: ada },
  { name: 'blocked-users-none', path: () => '/blocked-users', who: lone },
  {
    name: 'blocked-users-former',
    path: () => '/blocked-users',
    who: ada,
    before: (page) =>
      page.route('**/api/user/*/former-chats', (route) =>
        route.fulfill({
          json: [
            { id: NOBODY, name: 'Maximiliana Theodora von Hohenstein', ended: '2026-03-14T12:00:00.000Z' },
          ],
        }),
      ),
    act: shows('No longer in your chats'),
  },
  {
    name: 'blocked-users-loading',
    path: () => '/blocked-users',
    who: ada,
    before: hangs('**/api/user/*/blocked-users'),
    unfinished: true,
    act: waiting,
  },
  {
    name: 'blocked-users-failed',
    path: () => '/blocked-users',
    who: ada,
    before: fails('**/api/user/*/blocked-users'),
    unfinished: true,
    act: shows('Failed to load blocked users'),
  },
  {
    name: 'broken',
    path: () => '/settings',
    who: ada,
    before: fails('**/assets/settings-screen*', 0),
    unfinished: true,
    act: (page) => page.getByRole('button', { name: 'Try Again' }).waitFor(),
  },
];
