import type { Page } from '@playwright/test';
import { PASSWORD } from '@herenow/testing/people';
import { mailedCode } from '@herenow/testing/public-person';
import { hold, refuse, sent, unanswered } from './answers.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter, logIn, someone } from './signed-in.ts';

test.use({ ...PHONE, permissions: ['geolocation'], expectedErrors: REFUSED });

let made = 0;
const newEmail = () => `cred-${(made += 1)}-${Date.now().toString(36)}@example.org`;
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Email').fill(email);
  await password(page).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('dialog', { name: 'Location Required' }).getByRole('button', { name: 'OK' }).click();
}

test('a password is hidden until the user reveals it', async ({ page }) => {
  for (const path of ['/register', '/login']) {
    await page.goto(path);
    await password(page).fill(PASSWORD);
    await expect(password(page)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    // A name that changes and a pressed state would say it twice, the second time as its opposite.
    await expect(page.getByRole('button', { name: 'Hide password' })).not.toHaveAttribute('aria-pressed');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'password');
  }
  await page.goto('/register');
  // After what has to be accepted.
  await expect(page.getByRole('main')).toContainText(
    /Privacy Policy\s*Your email and password are never shared with anyone\./,
  );
});

test('registering and logging in show that they are busy @slow', async ({ page, context }) => {
  await context.setGeolocation({ latitude: -50, longitude: -100 });
  const email = newEmail();
  const creating = sent(page, '/user/create');
  const signingIn = sent(page, '/login');
  const created = await hold(page, '**/user/create');
  await register(page, email);
  await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeVisible();
  created();
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await expect(page).toHaveURL(/\/profile-setup$/);
  const location = { type: 'Point', coordinates: [-100, -50] };
  const [username] = email.split('@');
  expect(creating).toMatchObject([{ email, password: PASSWORD, username, location }]);
  expect(signingIn).toMatchObject([{ email, password: PASSWORD, appSource: 'web' }]);
  // Until the user chooses a name, it is the part of the email address before the @, which other users never see.
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('user')!).username)).toBe(username);
  await page.evaluate(() => window.dispatchEvent(new Event('logout')));
  await expect(page).toHaveURL(/\/login$/);
  const loggedIn = await hold(page, '**/login');
  await logIn(page, email);
  await expect(page.getByRole('button', { name: 'Logging In...' })).toBeVisible();
  loggedIn();
  await expect(page).toHaveURL(/\/profile-setup$/);
});

test('the page that is left stays until the next one has loaded @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await page.goto('/login');
  const release = await hold(page, '**/assets/feed-screen-*.js');
  await logIn(page, ada.email);
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logging In...' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveCount(0);
});

test('an account whose first sign-in failed can log in @slow', async ({ page, context }) => {
  await context.setGeolocation({ latitude: -50, longitude: -100 });
  const email = newEmail();
  await page.route('**/login', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await register(page, email);
  await expect(page).toHaveURL(/\/login$/);
  await page.unroute('**/login');
  await logIn(page, email);
  await expect(page).toHaveURL(/\/profile-setup$/);
});

test('an unavailable position says why @slow', async ({ page }) => {
  const fails = (code: number) =>
    page.addInitScript((problem) => {
      const getCurrentPosition = (_: unknown, failed: (error: object) => void) =>
        failed({ code: problem, PERMISSION_DENIED: 1 });
      Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
    }, code);
  await fails(2);
  await register(page, newEmail());
  await expect(page.getByText('Failed to get your location. Please try again.')).toBeVisible();
  await fails(1);
  await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
  await register(page, newEmail());
  await expect(
    page.getByText(
      'Location permission is required to register. We only use it to help you connect with nearby users for the best experience. You need to manually grant location permission for this app',
    ),
  ).toBeVisible();
  const toast = page.locator('.toast', { hasText: 'Location permission is mandatory' });
  await toast.getByRole('button', { name: 'OK' }).click();
  await expect(toast).toHaveCount(0);
  await page.addInitScript(() => {
    delete (Navigator.prototype as unknown as Record<string, unknown>)['geolocation'];
    delete (navigator as unknown as Record<string, unknown>)['geolocation'];
  });
  await register(page, newEmail());
  await expect(page.getByText('Geolocation is not supported by your browser.')).toBeVisible();
});

test('a reset code can be requested again, and failures are shown', async ({ page, baseURL }) => {
  const FORGOT = '**/user/forgot-password';
  const ada = await someone('Ada', { baseURL });
  await page.clock.install();
  await page.goto('/forgot-password');
  const sendCode = page.getByRole('button', { name: 'Send Reset Code' });
  await page.getByLabel('Email').fill(ada.email);
  await refuse(page, FORGOT);
  await sendCode.click();
  await expect(page.getByText('Failed to send reset code')).toBeVisible();
  await page.unroute(FORGOT);
  await sendCode.click();
  await expect(page.getByText(/^Send again in (60|59)s$/)).toBeVisible();
  const boxes = page.getByRole('textbox', { name: /^Code|^Digit/ });
  await expect(boxes).toHaveCount(6);
  await expect(boxes.first()).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(boxes.first()).toBeFocused();
  const submit = page.getByRole('button', { name: 'Reset Password' });
  await submit.click();
  await expect(page.getByText('Please enter all 6 digits')).toBeVisible();
  await expect(boxes.first()).toBeFocused();
  await page.keyboard.type('123456');
  await page.clock.fastForward(61_000);
  const again = page.getByRole('button', { name: 'Send again' });
  await unanswered(page, FORGOT);
  await again.click();
  await expect(page.getByText('Failed to send reset code')).toBeVisible();
  await page.unroute(FORGOT);
  await refuse(page, FORGOT, 200);
  await again.click();
  await expect(page.getByText(/^Send again in (60|59)s$/)).toBeVisible();
  await expect(boxes.first()).toHaveValue('');
  await page.unroute(FORGOT);

  await boxes.first().click();
  await page.keyboard.type(await mailedCode(baseURL ?? '', ada.email));
  await page.getByLabel('New password', { exact: true }).fill('Six6ok');
  await page.getByLabel('Confirm new password').fill('Six6ok');
  await unanswered(page, '**/user/forgot-password/reset');
  await submit.click();
  await expect(page.getByText('Password reset failed', { exact: true })).toBeVisible();
  await page.unroute('**/user/forgot-password/reset');
  await refuse(page, '**/user/forgot-password/reset', 400);
  await submit.click();
  await expect(page.getByText('Invalid code or password reset failed')).toBeVisible();
  await page.unroute('**/user/forgot-password/reset');
  await submit.click();
  await expect(page).toHaveURL(/\/feed$/);
});

test('an expired token is renewed once and the call repeated', async ({ page, baseURL }) => {
  const CHATS = '**/api/chat/*/all';
  const ada = await someone('Ada', { baseURL });
  const asked: (string | undefined)[] = [];
  let renewals = 0;
  await page.route(CHATS, async (route) => {
    asked.push(route.request().headers()['authorization']);
    if (asked.length === 1) await route.fulfill({ status: 401, body: 'Please log in again.' });
    else await route.continue();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/refreshToken')) renewals += 1;
  });
  await enter(page, ada, '/chats');
  await expect(page.getByText('No Pins Yet')).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  expect(token).not.toBe(ada.token);
  // The client may fetch the list again once the live connection is open, but never with the old token.
  expect(asked.slice(0, 2)).toEqual([`Bearer ${ada.token}`, `Bearer ${token}`]);
  expect(asked.slice(2).every((header) => header === `Bearer ${token}`)).toBe(true);
  expect(renewals).toBe(1);

  await page.unroute(CHATS);
  await refuse(page, CHATS, 401);
  await refuse(page, '**/refreshToken', 401);
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

test('a sign-in beyond the limit continues by itself with a proof of work @slow', async ({
  page,
  baseURL,
}) => {
  const { email } = await someone('ada', { baseURL });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await password(page).fill(PASSWORD);
  await refuse(page, '**/login', 429);
  await page.route('**/user/challenge', async (route) => {
    await page.unroute('**/login');
    await route.continue();
  });
  const proven = page.waitForRequest((request) => request.postData()?.includes('derivedKey') ?? false);
  await page.getByRole('button', { name: 'Log In' }).click();
  await proven;
  await expect(page).toHaveURL(/\/feed$/);
});
