import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findBrowser, findPageBrowser } from '@herenow/testing/chromium';

/** What only a browser with all its parts can do: notifications, for one. */
const WHOLE_BROWSER = '**/installed.spec.ts';

const launching = (executablePath: string | undefined) => ({
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: CHROMIUM_FLAGS,
    // Without a language Chromium saves no download below a folder whose name is not plain ASCII.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  },
});

/** What takes long runs only where it is asked for. */
const HARD = process.env['EFFORT'] === 'hard' ? [] : ['**/*.hard.spec.ts'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: HARD,
  globalSetup: './global-setup.ts',
  outputDir: 'test-results',
  // Each worker has its own server, database and ports. Three keep two processors busy.
  workers: 3,
  // A machine that others use too may stall a browser for seconds; what fails twice has failed.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 240_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 45_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    actionTimeout: 45_000,
    // A trace of every test would cost a third more; of a test that fails, `--trace on` makes one.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'pages', testIgnore: [WHOLE_BROWSER, ...HARD], use: launching(findPageBrowser()) },
    { name: 'whole browser', testMatch: WHOLE_BROWSER, use: launching(findBrowser()) },
  ],
});
