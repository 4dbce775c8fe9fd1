import type { Decision } from '@herenow/contract/appeals';
import { fails, opens, press, shows, steps, type Stop } from './stop.ts';
import type { Page } from '@playwright/test';

const fillIn = async (page: Page) => {
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Correct1horse');
};
const asksForCode = (page: Page) =>
  page.route('**/login', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          body: 'Enter the code of your authenticator app.',
          contentType: 'text/plain',
        })
      : route.continue(),
  );
const tellsOfDate = (page: Page) =>
  page.route('**/api/shared-dates/read', (route) =>
    route.fulfill({
      json: { who: 'Bela', place: 'The pub by the pond', until: '2035-04-16T20:00:00.000Z', over: false },
    }),
  );
const decision: Decision = {
  action: 'suspend',
  why: 'You insulted or threatened someone.',
  reasons: ['Harassment or bullying'],
  texts: [],
  days: 30,
  created: '2026-03-14T12:00:00.000Z',
  state: 'open',
};
const tellsOfDecision = (page: Page) =>
  page.route('**/api/appeals/decision', (route) => route.fulfill({ json: decision }));
const tellsOfFormer = async (page: Page) => {
  await tellsOfDecision(page);
  const former = { id: '0198f7b2-0000-7000-8000-000000000001', name: 'Bela', ended: decision.created };
  await page.route('**/api/appeals/former-chats', (route) => route.fulfill({ json: [former] }));
};
const join = async (page: Page) => {
  await fillIn(page);
  await page.getByRole('checkbox').check();
  await opens('Next Step')(page);
};
const askForCode = async (page: Page) => {
  await page.getByLabel('Email').fill('nobody@example.org');
  await press('Send Reset Code')(page);
  await page.getByRole('button', { name: 'Reset Password' }).waitFor();
};

/** The screens for people without an account. */
export const visitorStops: readonly Stop[] = [
  { name: 'landing', path: () => '/' },
  { name: 'register', path: () => '/register' },
  {
    name: 'register-errors',
    path: () => '/register',
    act: async (page) => {
      await page.getByLabel('Email').fill('ada@');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByRole('checkbox').check();
      await shows('Please enter a valid email address')(page);
    },
  },
  { name: 'register-location', path: () => '/register', act: join },
  {
    name: 'register-taken',
    path: () => '/register',
    before: fails('**/user/create', 400, 'User with same email already exists.'),
    act: steps(join, press('OK'), shows('User with same email already exists.')),
  },
  { name: 'terms', path: () => '/register', act: opens('Terms of Use') },
  {
    name: 'terms-failed',
    path: () => '/register',
    before: fails('**/terms_of_use.html', 0),
    act: steps(opens('Terms of Use'), shows('Failed to load content.')),
  },
  { name: 'login', path: () => '/login' },
  {
    name: 'login-wrong',
    path: () => '/login',
    act: steps(fillIn, press('Log In'), shows('Email or password incorrect')),
  },
  {
    name: 'login-code',
    path: () => '/login',
    before: asksForCode,
    act: steps(fillIn, press('Log In'), shows('Enter your code')),
  },
  {
    name: 'login-recovery-code',
    path: () => '/login',
    before: asksForCode,
    act: steps(fillIn, press('Log In'), press('Use a Recovery Code'), shows('Each one works once.')),
  },
  { name: 'forgot-password', path: () => '/forgot-password' },
  { name: 'forgot-password-code', path: () => '/forgot-password', act: askForCode },
  {
    name: 'forgot-password-errors',
    path: () => '/forgot-password',
    act: steps(askForCode, press('Reset Password'), shows('Please enter all 6 digits')),
  },
  { name: 'about', path: () => '/about' },
  { name: 'legal', path: () => '/legal' },
  { name: 'safe-dating-tips', path: () => '/safe-dating-tips' },
  { name: 'faq', path: () => '/faq' },
  { name: 'cookie-policy', path: () => '/cookie-policy' },
  { name: 'discover-more', path: () => '/discover-more' },
  { name: 'unsubscribe', path: () => '/unsubscribe/of-nobody' },
  { name: 'appeal', path: () => '/appeal#made-up', before: tellsOfDecision },
  { name: 'appeal-report', path: () => '/appeal#made-up.pass', before: tellsOfFormer },
  { name: 'not-found', path: () => '/no-such-page' },
  { name: 'date', path: () => '/date/told', before: tellsOfDate },
  { name: 'date-gone', path: () => '/date/none', act: shows('This link doesn’t work') },
];
