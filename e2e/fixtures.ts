import {
  test as base,
  expect,
  type BrowserContext,
  type Page,
  type PlaywrightTestOptions,
} from '@playwright/test';
import { startBareDebian } from '@herenow/testing/bare-debian';
import { startCluster } from '@herenow/testing/cluster';
import { startContainers } from '@herenow/testing/containers';
import { startServer, type RunningServer } from '@herenow/testing/server-process';
import { makeWorld, type World } from './tour/tour-people.ts';

/** Starts one server process, or a cluster or containers if the environment asks for them. */
function startWanted(): Promise<RunningServer> {
  const containers = process.env['HERENOW_CONTAINERS'];
  if (containers === 'bare') return startBareDebian();
  if (containers) return startContainers(containers === 'full' ? 'full' : 'alone');
  return process.env['HERENOW_CLUSTER'] ? startCluster() : startServer();
}

interface TestFixtures {
  /** Whether this browser was never here before; then hints for new users cover its pages. */
  newcomer: boolean;
  /** The errors in the consoles of pages that fail no test of a file. */
  expectedErrors: RegExp | undefined;
  /** Errors in a page's console fail the test, except those that match a pattern given here. */
  expectConsoleErrors: (...patterns: RegExp[]) => void;
}

interface WorkerFixtures {
  server: RunningServer;
  /** The town that the tours of all screens use. */
  world: World;
}

export { expect };

/** Service workers hide requests from the tests of pages, so these run once more with them. */
export const SERVICE_WORKERS = process.env['SERVICE_WORKERS'] === 'allow' ? 'allow' : 'block';

/** A phone on which no service worker answers in place of the server, unless they are allowed. */
export const PHONE: Partial<PlaywrightTestOptions> = {
  serviceWorkers: SERVICE_WORKERS,
  permissions: ['geolocation', 'notifications'],
  viewport: { width: 390, height: 844 },
};
/** The browser logs every refused request and every lost connection. */
export const REFUSED = /status of [45]\d\d|net::ERR|WebSocket/;

/** A line by which Node tells an operator that something is wrong with the server. */
const NODE_WARNING = /^\(node:\d+\) .+$/gm;

/** Stores what the browser of a returning user holds: the hints have been shown. */
function rememberHints(): void {
  if (location.protocol === 'about:') return;
  for (const name of ['feed', 'chat']) localStorage.setItem(`hint:first-${name}`, 'shown');
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright reads the fixtures' names from the destructuring pattern.
    async ({}, use) => {
      await using server = await startWanted();
      await use(server);
      expect(server.output().match(NODE_WARNING), 'warnings in the log of the server').toBeNull();
    },
    { scope: 'worker', timeout: process.env['HERENOW_CONTAINERS'] ? 900_000 : 240_000 },
  ],

  world: [
    async ({ server }, use) => {
      await use(await makeWorld(server.baseURL, { alike: true }));
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  newcomer: [false, { option: true }],

  expectedErrors: [undefined, { option: true }],

  baseURL: async ({ server }, use) => {
    await use(server.baseURL);
  },

  expectConsoleErrors: [
    async ({ browser, server, newcomer, expectedErrors }, use, testInfo) => {
      const errors: string[] = [];
      const expected = expectedErrors ? [expectedErrors] : [];
      const watchPage = (page: Page) => {
        page.on('pageerror', (error) =>
          errors.push(
            `${page.url()}: ${error.stack || `${error.name}: ${error.message || 'thrown without an error'}`}`,
          ),
        );
        page.on('console', (message) => {
          if (message.type() === 'error') errors.push(`${message.location().url}: ${message.text()}`);
        });
      };
      const watchContext = (context: BrowserContext) => {
        context.on('page', watchPage);
        if (!newcomer) void context.addInitScript(rememberHints);
      };
      browser.on('context', watchContext);
      await use((...patterns) => void expected.push(...patterns));
      browser.off('context', watchContext);
      if (testInfo.status !== testInfo.expectedStatus && server.output() !== '')
        await testInfo.attach('server output', { body: server.output(), contentType: 'text/plain' });
      const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)));
      expect(unexpected, 'errors in the console of a page').toEqual([]);
    },
    { auto: true },
  ],
});
