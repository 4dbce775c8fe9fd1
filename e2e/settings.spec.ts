import { ADA } from '@herenow/cast/characters';
import type { PublicPerson } from '@herenow/testing/public-person';
import { PASSWORD } from '@herenow/testing/people';
import { loseResponse, refuse, sent } from './answers.ts';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { PLACES, widePicture } from './browser-contexts.ts';
import { someone, whenQuiet } from './signed-in.ts';

// Granting any permission denies the others: the app does not ask about notifications here.
test.use({ serviceWorkers: SERVICE_WORKERS, permissions: ['geolocation'] });

let ada: PublicPerson;
test.beforeEach(async ({ page, baseURL, expectConsoleErrors }) => {
  expectConsoleErrors(/status of [45]\d\d|net::ERR/);
  const at: [number, number] = [PLACES.centre.longitude, PLACES.centre.latitude];
  ada = await someone('ada', { baseURL, at });
  const stored = { authToken: ada.token, userId: ada.id, user: JSON.stringify(await ada.user()) };
  await page.goto('/about');
  await page.evaluate((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
  }, stored);
  await page.goto('/settings');
});

test('the settings lead to every page and back', async ({ page }) => {
  await expect(page.getByText(ada.email)).toBeVisible();
  for (const [entry, path] of [
    ['My Profile', '/my-profile'],
    ['Notifications', '/notifications'],
    ['Privacy & Safety', '/privacy-safety'],
    ['Blocked Users', '/blocked-users'],
    ['About Us', '/about'],
    ['Legal', '/legal'],
  ] as const) {
    await page.getByRole('link', { name: entry, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/settings$/);
  }
});

test('a screen of the setup opened from the settings returns there @slow', async ({ page }) => {
  await page.getByRole('link', { name: 'Date Ideas' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByText('Your selection 1/10')).toBeVisible();
  await page.getByRole('checkbox', { name: 'I am open to anything' }).check();
  await expect(page.getByText("You're open to anything! All date ideas are selected.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Brunch' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'I am open to anything' }).uncheck();
  const ideas = page.getByRole('group', { name: 'Date ideas' }).getByRole('button');
  for (let at = 0; at < 10; at += 1) await ideas.nth(at).click();
  await expect(page.getByText('Your selection 10/10')).toBeVisible();
  await expect(ideas.nth(10)).toBeDisabled();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  expect((await ada.user()).myTags).toHaveLength(10);
});

test('a profile keeps the typed text until it is saved', async ({ page }) => {
  await page.goto('/my-profile');
  await page.getByLabel('Name').fill('Ada Ünicode 🎈');
  await page.getByRole('link', { name: 'Pinned' }).click();
  await expect(page).toHaveURL(/\/chats$/);
  await page.goto('/my-profile');
  await expect(page.getByLabel('Name')).toHaveValue('Ada Ünicode 🎈');
  await page.getByLabel('Date of birth').fill(`${new Date().getUTCFullYear() - 10}-01-01`);
  await expect(page.getByText('You must be 18 years or older', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Date of birth').fill('1990-01-01');
  const bio = page.getByLabel('A few words about you');
  await bio.fill('a'.repeat(301));
  await bio.blur();
  await expect(page.getByText('Please keep it to 300 characters.')).toBeVisible();
  await bio.fill('Tea, not coffee.\nBooks 📚');
  await expect(page.getByText('276 characters left')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  expect(await ada.user()).toMatchObject({ username: 'Ada Ünicode 🎈', bio: 'Tea, not coffee.\nBooks 📚' });
  await page.getByRole('link', { name: 'See How Others See You' }).click();
  await expect(page.getByText('Tea, not coffee. Books 📚')).toBeVisible();
});

test('a failed upload can be retried, and the last photo cannot be removed @slow', async ({ page }) => {
  await page.goto('/my-profile');
  await page.route('**/api/user/photos', (route) => route.abort());
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await widePicture(ADA) });
  await page.getByRole('button', { name: 'Use Photo' }).click();
  await expect(page.getByText('Failed to upload photos. Please try again.')).toBeVisible();
  await page.unroute('**/api/user/photos');
  const reason = 'Lots of photos are being uploaded right now. Please try again in a moment.';
  await refuse(page, '**/api/user/photos', 429, reason);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('alert')).toHaveText(`Failed to upload photos. Please try again.${reason}`);
  await page.unroute('**/api/user/photos');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('img', { name: 'Photo 2 of 2' })).toBeVisible();

  await page.getByRole('button', { name: 'Change photo 2' }).click();
  await page.getByRole('menuitem', { name: 'Make It First' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  const { photos } = await ada.user();
  expect(photos).toHaveLength(2);
  for (let left = 2; left > 0; left -= 1) {
    await page.getByRole('button', { name: 'Change photo 1' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
  }
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('a picture that cannot be read says so and cannot be used, and another can be chosen @slow', async ({
  page,
}) => {
  await page.goto('/my-profile');
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  const crop = page.getByRole('dialog', { name: 'Crop your photo' });
  const use = crop.getByRole('button', { name: 'Use Photo' });
  for (const unreadable of [Buffer.alloc(0), Buffer.from('no picture')]) {
    await choose(unreadable);
    await expect(crop.getByRole('alert')).toHaveText(/^We couldn’t read this photo\. /);
    await crop.getByRole('slider', { name: 'Zoom' }).press('End');
    await expect(use).toBeDisabled();
    await crop.getByRole('button', { name: 'Cancel' }).click();
    await expect(crop).toHaveCount(0);
  }
  await choose(await widePicture(ADA));
  await expect(use).toBeEnabled();
  await expect(crop.getByRole('alert')).toHaveCount(0);
  // What screen readers announce of the zoom, and what a key changes.
  const zoom = crop.getByRole('slider', { name: 'Zoom' });
  const range = () =>
    zoom.evaluate(({ min, max, value, ariaValueText }: HTMLInputElement) => ({
      min,
      max,
      value,
      ariaValueText,
    }));
  expect(await range()).toEqual({ min: '0.5', max: '3', value: '1', ariaValueText: '1.0×' });
  await zoom.press('ArrowRight');
  expect(await range()).toEqual({ min: '0.5', max: '3', value: '1.1', ariaValueText: '1.1×' });
});

test('a toggle is saved automatically and falls back if that fails @slow', async ({ page }) => {
  await page.goto('/notifications');
  const [first, second] = [page.getByRole('switch').first(), page.getByRole('switch').nth(1)];
  await first.click();
  await expect.poll(async () => (await ada.user()).notificationSettings.pushNotificationMessages).toBe(false);
  await page.route('**/api/user/update', (route) => route.abort());
  await second.click();
  await expect(page.getByText('We couldn’t save this. Please try again.')).toBeVisible();
  await expect(second).toBeChecked();
  await expect(first).not.toBeChecked();
});

test('an empty untouched field is not marked as wrong, and fields are compared again as the user types @slow', async ({
  page,
}) => {
  await page.goto('/privacy-safety');
  const write = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).click();
    await page.keyboard.type(text);
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  };
  await write('Current password', PASSWORD);
  await write('New password', 'Another1word');
  await expect(page.getByText('Password is required')).toHaveCount(0);
  await write('Confirm new password', 'Another1word');
  await expect(page.getByText('Passwords do not match')).toHaveCount(0);
  // The other field is compared again.
  await page.getByLabel('New password', { exact: true }).fill('Another1words');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('a tap on the button of a form counts, even if the error of the field that is left moves it @slow', async ({
    page,
  }) => {
    await page.goto('/privacy-safety');
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('Another1word');
    await page.getByLabel('Confirm new password').fill('Another2word');
    await page.getByRole('button', { name: 'Update Password' }).tap();
    await expect(page.getByText('New passwords do not match')).toBeVisible();
  });
});

test('a password is changed only with the old one', async ({ page }) => {
  await page.goto('/privacy-safety');
  const save = page.getByRole('button', { name: 'Update Password' });
  const asked = sent(page, '/api/user/update/password');
  const fill = async (current: string, next: string, confirm: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(next);
    await page.getByLabel('Confirm new password').fill(confirm);
    await save.click();
  };
  await save.click();
  await expect(page.getByText('Please enter your current password')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await fill(PASSWORD, PASSWORD, PASSWORD);
  await expect(page.getByText('New password must be different from current password')).toBeVisible();
  await fill(PASSWORD, 'Another1word', 'Another2word');
  await expect(page.getByText('New passwords do not match')).toBeVisible();
  await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible();
  await fill('Wrong1password', 'Another1word', 'Another1word');
  await expect(page.getByText('Old password is incorrect')).toBeVisible();
  const passwords = { oldPassword: 'Wrong1password', newPassword: 'Another1word' };
  expect(asked).toEqual([{ userId: ada.id, username: ada.email, ...passwords }]);
  const token = await page.evaluate(() => {
    const { authToken } = localStorage;
    localStorage.removeItem('authToken');
    return authToken as string;
  });
  await save.click();
  await expect(page.getByText('Authentication required')).toBeVisible();
  await page.evaluate((stored) => localStorage.setItem('authToken', stored), token);
  await page.route('**/api/user/update/password', (route) => route.abort());
  await save.click();
  await expect(page.getByText('Failed to update password. Please try again.')).toBeVisible();
  await page.unroute('**/api/user/update/password');
  await loseResponse(page, '**/api/user/update/password');
  await fill(PASSWORD, 'Another1word', 'Another1word');
  await expect(page.getByText('Failed to update password. Please try again.')).toBeVisible();
  await fill('Wrong1password', 'Another2word', 'Another2word');
  await expect(page.getByText('Old password is incorrect')).toBeVisible();
  await fill(PASSWORD, 'Another1word', 'Another1word');
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
});

test('deleting the account asks for confirmation and then leaves nothing', async ({ page }) => {
  await page.route('**/api/user/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' });
  await confirm.click();
  await expect(page.getByText('Delete account unsseccesfull')).toBeVisible();
  await page.unroute('**/api/user/*');
  await confirm.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(ada.user()).rejects.toThrow(/^401/);
});

test('window events are handled @slow', async ({ page }) => {
  // No listener is registered before the first screen has rendered.
  const explore = page.getByRole('heading', { name: 'Explore', level: 1 });
  await page.goto('/feed');
  await expect(explore).toBeAttached();
  await page.evaluate(() => window.dispatchEvent(new Event('goOffline')));
  await expect(page).toHaveURL(/\/chats$/);
  await page.goto('/feed');
  await expect(explore).toBeAttached();
  await page.evaluate(() => void Promise.reject(new Error('Chat not found')));
  await expect(page).toHaveURL(/\/chats$/);
  await expect(page.getByText("The other user's session expired")).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('locationPermissionDenied')));
  await expect(page.getByText(/^Location permission is mandatory/)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(/^No internet connection/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^No internet connection/)).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('logout')));
  await expect(page).toHaveURL(/\/login$/);
});

test('the theme chosen in one tab applies in every open tab @slow', async ({ page, context }) => {
  const other = await context.newPage();
  // Tabs follow each other once they are quiet.
  const quiet = whenQuiet(other);
  await other.goto('/settings');
  await quiet;
  await page.getByText('Dark', { exact: true }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('the chosen theme applies before the first paint', async ({ page }) => {
  await page.getByText('Dark', { exact: true }).click();
  const theme = () => page.evaluate(() => document.documentElement.dataset['theme']);
  expect(await theme()).toBe('dark');
  await page.reload();
  expect(await theme()).toBe('dark');
  // The colour of the browser's bar follows once the page is quiet.
  const barColour = () =>
    page.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
      return metas.find(({ media }) => matchMedia(media).matches)?.content;
    });
  await expect.poll(barColour).toBe('#12100F');
  await page.getByText('System', { exact: true }).click();
  expect(await theme()).toBeUndefined();
  await expect.poll(barColour).toBe('#FFFBF7');
});
