import type { Page } from '@playwright/test';
import { mailedCode } from '@herenow/testing/public-person';
import { PASSWORD } from '@herenow/testing/people';
import { hold, loseResponse, refuse } from './answers.ts';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { PLACES, visitor } from './browser-contexts.ts';
import { someone } from './signed-in.ts';

// The tests intercept responses; a service worker would bypass that.
test.use({ serviceWorkers: SERVICE_WORKERS, geolocation: PLACES.centre, permissions: ['geolocation'] });
test.beforeEach(({ expectConsoleErrors }) => {
  // The browser logs every refused request.
  expectConsoleErrors(/status of [45]\d\d/);
});

const at: [number, number] = [PLACES.centre.longitude, PLACES.centre.latitude];

async function logIn(page: Page, email: string, password = PASSWORD) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

async function fillRegistration(page: Page, email: string) {
  await page.goto('/register');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
}

async function submitRegistration(page: Page) {
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('dialog', { name: 'Location Required' }).getByRole('button', { name: 'OK' }).click();
}

test('registering checks the input and keeps it over a reload', async ({ page }) => {
  await page.goto('/register');
  const email = page.getByLabel('Email');
  const password = page.getByLabel('Password', { exact: true });
  const next = page.getByRole('button', { name: 'Next Step' });
  await expect(next).toBeDisabled();
  await email.fill('');
  await email.blur();
  await expect(page.getByText('Email is required')).toBeVisible();
  await email.fill('ada');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await email.fill('ada@example.org');
  await expect(page.getByText('Please enter a valid email address')).toBeHidden();

  await password.focus();
  await password.blur();
  for (const [typed, text] of [
    ['', 'Password is required'],
    ['abc', 'Password must be at least 8 characters long'],
    ['abcdefgh', 'Password must contain at least 1 uppercase letter'],
    ['ABCDEFGH', 'Password must contain at least 1 lowercase letter'],
    ['Abcdefgh', 'Password must contain at least 1 number'],
  ] as const) {
    await password.fill(typed);
    await expect(page.getByText(text)).toBeVisible();
  }
  await password.fill(PASSWORD);
  await expect(next).toBeDisabled();
  await page.getByRole('checkbox').check();
  await expect(next).toBeEnabled();

  await page.reload();
  await expect(email).toHaveValue('ada@example.org');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(password).toHaveValue('');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '16.67');
});

test('the documents open over the registration, or say that they cannot be loaded @slow', async ({
  page,
}) => {
  await page.route('**/privacy_policy.html', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/register');
  await page.getByRole('button', { name: 'Terms of Use' }).click();
  await expect(page.getByRole('dialog', { name: 'Terms of Use' })).toContainText('Who may use Herenow');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Privacy Policy' }).click();
  await expect(page.getByText('Failed to load content.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
});

test('a registration that fails says why @slow', async ({ browser, baseURL, page }) => {
  const url = baseURL ?? '';
  const ada = await someone('ada', { baseURL: url, at });
  await fillRegistration(page, ada.email);
  await submitRegistration(page);
  await expect(page.getByText('User with same email already exists.')).toBeVisible();

  await fillRegistration(page, 'carol@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Abcdefg1');
  await submitRegistration(page);
  await expect(page.getByText(/^This password is too common\./)).toBeVisible();

  await page.route('**/user/create', (route) => route.fulfill({ status: 503, body: '' }));
  await submitRegistration(page);
  await expect(page.getByText('User create failed: Service Unavailable')).toBeVisible();
  const wait = 'Too many tries. Please wait 5 minutes and try again.';
  await page.route('**/user/create', (route) => route.fulfill({ status: 429, body: wait }));
  await submitRegistration(page);
  const refusal = page.getByRole('alert').getByText(/^User create failed: /);
  await expect(refusal).toHaveText(`User create failed: Too Many Requests ${wait}`);

  const context = await browser.newContext({
    baseURL: url,
    permissions: [],
    serviceWorkers: SERVICE_WORKERS,
  });
  const refused = await context.newPage();
  await fillRegistration(refused, 'dana@example.org');
  await submitRegistration(refused);
  await expect(
    refused.getByRole('alert').getByText(/^Location permission is required to register/),
  ).toContainText('You need to manually grant location permission for this website');
  const mandatory = refused.getByText(/^Location permission is mandatory/);
  await expect(mandatory).toBeVisible();
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ longitude: at[0], latitude: at[1] });
  await submitRegistration(refused);
  await expect(refused).toHaveURL(/\/profile-setup$/);
  await expect(mandatory).toHaveCount(0);
  await context.close();
});

test('an account that was created although the answer was lost can be used @slow', async ({
  page,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/net::ERR_FAILED/);
  await fillRegistration(page, 'erin@example.org');
  await loseResponse(page, '**/user/create');
  await submitRegistration(page);
  await expect(page.getByText(/^User create failed: /)).toBeVisible();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('Another1word');
  await submitRegistration(page);
  await expect(page.getByText('User with same email already exists.')).toBeVisible();
  await password.fill(PASSWORD);
  await submitRegistration(page);
  await expect(page).toHaveURL(/\/profile-setup$/);
});

test('a password that was reset although the answer was lost works @slow', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/net::ERR_FAILED/);
  const ada = await someone('ada', { baseURL, at });
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(ada.email);
  // The code is mailed although the answer is lost.
  await loseResponse(page, '**/user/forgot-password');
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText('Failed to send reset code')).toBeVisible();
  await refuse(page, '**/user/forgot-password', 429);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText(/^Send again in \d+s$/)).toBeVisible();
  await page.getByRole('textbox').first().click();
  await page.keyboard.type(await mailedCode(baseURL ?? '', ada.email));
  await page.getByLabel('New password', { exact: true }).fill('Another1word');
  await page.getByLabel('Confirm new password').fill('Another1word');
  await loseResponse(page, '**/user/forgot-password/reset');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password reset failed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL(/\/feed$/);
});

test('logging in leads to the step that the user has reached', async ({ page, baseURL }) => {
  const ada = await someone('ada', { baseURL, at });
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await logIn(page, ada.email, 'Wrong1password');
  await expect(page.getByText('Email or password incorrect')).toBeVisible();
  await page.route('**/login', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await logIn(page, ada.email);
  await expect(page.getByText('Login failed')).toBeVisible();
  await page.unroute('**/login');
  await logIn(page, ada.email);
  await expect(page).toHaveURL(/\/feed$/);
  const email = `bela-${Date.now().toString(36)}@example.org`;
  await page.evaluate(() => window.dispatchEvent(new Event('logout')));
  await expect(page).toHaveURL(/\/login$/);
  await fillRegistration(page, email);
  await submitRegistration(page);
  await expect(page).toHaveURL(/\/profile-setup$/);
  await page.goto('/feed');
  await expect(page).toHaveURL(/\/profile-setup$/);
  await page.evaluate(() => window.dispatchEvent(new Event('logout')));
  await logIn(page, email);
  await expect(page).toHaveURL(/\/profile-setup$/);
});

test('a forgotten password is reset with the mailed code', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const ada = await someone('ada', { baseURL: url, at });
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await page.getByLabel('Email').fill(ada.email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText(/^Send again in \d+s$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Send again in \d+s$/)).toBeVisible();
  // A user who only goes back to look at the address need not wait.
  await refuse(page, '**/user/forgot-password', 429);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(ada.email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText(/^Send again in \d+s$/)).toBeVisible();

  const submit = page.getByRole('button', { name: 'Reset Password' });
  await submit.click();
  await expect(page.getByText('Please enter all 6 digits')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('Another1word');
  await page.getByLabel('Confirm new password').fill('Another2word');
  await page.getByRole('textbox').first().click();
  await page.keyboard.type('000000');
  await submit.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('Another1word');
  await submit.click();
  await expect(page.getByText('Invalid code or password reset failed')).toBeVisible();
  await page.getByRole('textbox').first().click();
  await page.keyboard.type(await mailedCode(url, ada.email));
  const release = await hold(page, '**/login');
  const signingIn = page.waitForRequest('**/login');
  await submit.click();
  await signingIn;
  await expect(page.getByRole('button', { name: 'Resetting' })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/feed$/);
});

test('a mailed link leads to the new password without a code, and leaves no trace in the address', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('ada', { baseURL: baseURL ?? '', at });
  const link = 'A'.repeat(200);
  const RESET = '**/user/forgot-password/reset';
  await page.goto(`/forgot-password#${String(new URLSearchParams({ link, email: ada.email }))}`);
  await expect(page.getByText(`Choose a new password for ${ada.email}.`)).toBeVisible();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.reload();
  const fill = async () => {
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm new password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Reset Password' }).click();
  };
  await fill();
  await expect(page.getByText('This link has expired or has been used.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(ada.email);

  await page.goto(`/login#`);
  await page.goto(`/forgot-password#${String(new URLSearchParams({ link, email: ada.email }))}`);
  await refuse(page, RESET, 200);
  const sent = page.waitForRequest(RESET);
  await fill();
  expect((await sent).postDataJSON()).toMatchObject({ code: link, email: ada.email, password: PASSWORD });
  await expect(page).toHaveURL(/\/feed$/);
});

test('signing out in one tab signs out the other @slow', async ({
  browser,
  baseURL,
  expectConsoleErrors,
}) => {
  // The other tab's live connection, if it is just being opened.
  expectConsoleErrors(/HTTP Authentication failed/);
  const url = baseURL ?? '';
  const ada = await someone('ada', { baseURL: url, at });
  const { context, page } = await visitor(browser, url, PLACES.centre);
  await logIn(page, ada.email);
  await expect(page).toHaveURL(/\/feed$/);
  const other = await context.newPage();
  await other.goto('/settings');
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/\/login$/);
  await expect(page).toHaveURL(/\/login$/);
  expect(
    await page.evaluate(() => ['authToken', 'userId', 'user'].map((key) => localStorage.getItem(key))),
  ).toEqual([null, null, null]);
  await context.close();
});
