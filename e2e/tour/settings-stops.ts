import { ada, fails, hangs, lone, opens, press, shows, steps, toEnd, waiting, type Stop } from './stop.ts';

/** One's own account. */
export const settingsStops: readonly Stop[] = [
  { name: 'settings', path: () => '/settings', who: ada },
  {
    name: 'settings-end',
    path: () => '/settings',
    who: ada,
    act: (page) => page.getByRole('button', { name: 'Delete Account' }).scrollIntoViewIfNeeded(),
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
  { name: 'blocked-users', path: () => '/blocked-users', who: ada },
  { name: 'blocked-users-none', path: () => '/blocked-users', who: lone },
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
