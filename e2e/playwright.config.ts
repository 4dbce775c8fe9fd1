import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findBrowser, findPageBrowser } from '@herenow/testing/chromium';

/** These need features that only a full browser has, such as notifications. */
const WHOLE_BROWSER = '**/installed*.slow.spec.ts';

const launching = (executablePath: string | undefined) => ({
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: CHROMIUM_FLAGS,
    // Without a locale Chromium cannot save a download below a folder whose name is not plain ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  },
});

/** Tests that take long run only on request. */
const HARD = process.env['EFFORT'] === 'hard' ? [] : ['**/*.hard.spec.ts'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: HARD,
  globalSetup: './global-setup.ts',
  outputDir: 'test-results',
  // Each worker has its own server, database and ports. Three keep two processors busy.
  workers: 3,
  // A shared machine may stall a browser for seconds; a test that fails twice has failed.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 240_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 45_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    // Who has registered has let this site know their location; where they are, a test says that needs it.
    permissions: ['geolocation'],
    actionTimeout: 45_000,
    // Tracing every test would take a third longer; `--trace on` traces a test that fails.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'pages', testIgnore: [WHOLE_BROWSER, ...HARD], use: launching(findPageBrowser()) },
    { name: 'whole browser', testMatch: WHOLE_BROWSER, use: launching(findBrowser()) },
  ],
});
