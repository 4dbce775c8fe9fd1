import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findBrowser } from '@herenow/testing/chromium';

const executablePath = findBrowser();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: 'test-results',
  // Each worker has its own server and database; one keeps a small machine responsive.
  workers: 1,
  // A machine that others use too may stall a browser for seconds; what fails twice has failed.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 90_000,
  globalTimeout: 60 * 60_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    actionTimeout: 15_000,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: CHROMIUM_FLAGS,
    },
  },
});
