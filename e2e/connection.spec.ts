import { REALTIME } from '@herenow/contract/constants';
import type { Page, WebSocketRoute } from '@playwright/test';
import { unanswered } from './answers.ts';
import { hide as goIncognito, neighbours, pin } from './meetings.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { enter, someone, whenQuiet } from './signed-in.ts';

/** How far each step moves the page's clock, short enough for the network to keep up. */
const STEP_MS = 250;

test.use({ ...PHONE, expectedErrors: /net::ERR|WebSocket/ });
test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

/** Counts the sockets a page opens; while `up` is false the server closes each immediately. `cut` closes the open one. */
async function watchSockets(page: Page) {
  const state = { up: true, opened: 0, closed: 0, times: [] as number[], cut: () => Promise.resolve() };
  await page.routeWebSocket(/\/ws\?/, async (socket: WebSocketRoute) => {
    state.opened += 1;
    if (!state.up) {
      state.times.push(await page.evaluate(() => Date.now()));
      return socket.close();
    }
    const server = socket.connectToServer();
    state.cut = async () => {
      state.up = false;
      await server.close();
      await socket.close();
    };
    socket.onClose(() => {
      state.closed += 1;
      void server.close();
    });
  });
  return state;
}

const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('a lost channel is retried five times at growing intervals, then Reconnect is offered', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL);
  const sockets = await watchSockets(page);
  sockets.up = false;
  await page.clock.pauseAt(Date.now() + 60_000);
  await enter(page, ada, '/chats');
  const reconnect = page.getByRole('button', { name: 'Reconnect' });
  const later = async () => {
    await page.clock.runFor(STEP_MS);
    return reconnect.isVisible();
  };
  await expect.poll(later, { intervals: [10], timeout: 60_000 }).toBe(true);
  expect(sockets.opened).toBe(1 + REALTIME.maxAttempts);
  const waits = sockets.times.slice(1).map((time, at) => time - sockets.times[at]!);
  for (const [at, delay] of [1000, 2000, 4000, 8000, 16_000].entries())
    expect(waits[at]).toBeGreaterThanOrEqual(delay - 2 * STEP_MS);
  await page.clock.resume();
  await expect(page.getByText('Live updates are paused.')).toBeVisible();

  sockets.up = true;
  await reconnect.click();
  await expect(page.getByText('Live updates are paused.')).toHaveCount(0);
  await pin(bela, ada);
  await expect(page.getByText('Bela pinned you', { exact: true })).toBeVisible();
});

test('acts on another device while the channel was lost show with the next connection @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  const sockets = await watchSockets(page);
  const quiet = whenQuiet(page);
  await enter(page, ada, '/chats');
  await expect(page.getByRole('button', { name: /^You are visible/ })).toBeVisible();
  await expect.poll(() => sockets.opened).toBe(1);
  await page.clock.fastForward(5000);
  await quiet;
  await sockets.cut();
  await goIncognito(ada);
  sockets.up = true;
  const opened = async () => {
    await page.clock.runFor(STEP_MS);
    return sockets.opened;
  };
  await expect.poll(opened).toBeGreaterThan(1);
  await expect(page.getByRole('button', { name: /^You are incognito/ })).toBeVisible();
});

test('a page in the background closes the channel and reopens it later @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  const sockets = await watchSockets(page);
  await enter(page, ada, '/settings');
  await page.getByRole('link', { name: 'Pinned' }).click();
  await expect.poll(() => sockets.opened).toBe(1);
  await pin(bela, ada);
  await expect(page.getByText('Bela pinned you', { exact: true })).toBeVisible();

  // The page is visible again within a second: nothing happens.
  await hide(page, true);
  await hide(page, false);
  await page.clock.fastForward(REALTIME.hiddenDelayMs + REALTIME.visibleDelayMs);
  // What the page does comes in order: a socket that it had closed would be known by now.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect([sockets.opened, sockets.closed]).toEqual([1, 0]);
  await hide(page, true);
  await page.clock.fastForward(REALTIME.hiddenDelayMs);
  await expect.poll(() => sockets.closed).toBeGreaterThan(0);
  await hide(page, false);
  await page.clock.fastForward(REALTIME.visibleDelayMs);
  await expect.poll(() => sockets.opened).toBe(2);
});

test('an unreachable server signs nobody out and is left alone until the user goes on', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('Ada', { baseURL });
  const sockets = await watchSockets(page);
  let checks = 0;
  page.on('request', (request) => (checks += Number(/validateToken|healthz/.test(request.url()))));
  await unanswered(page, '**/api/validateToken');
  const logged = page.waitForEvent(
    'console',
    (line) => line.text() === 'The server is temporarily unavailable.',
  );
  await enter(page, ada, '/settings');
  await logged;
  await expect(page.getByText('We can’t reach Herenow.')).toBeVisible();
  await expect(page.getByText(ada.email)).toBeVisible();
  await page.clock.runFor(2 * REALTIME.maxDelayMs);
  expect([checks, sockets.opened]).toEqual([1, 0]);

  // The next screen asks again, and so does the button.
  await page.getByRole('link', { name: 'My Profile' }).click();
  await expect.poll(() => checks).toBe(2);
  await page.unroute('**/api/validateToken');
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await expect.poll(() => sockets.opened).toBe(1);
  await expect(page.getByText('We can’t reach Herenow.')).toHaveCount(0);
});

test('any answer but success counts as an expired token, and no answer signs nobody out', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/503/);
  const ada = await someone('Ada', { baseURL });
  const sockets = await watchSockets(page);
  const renewals: string[] = [];
  await page.route('**/api/validateToken', (route) => route.fulfill({ status: 503 }));
  await page.route('**/refreshToken', (route) => {
    renewals.push(route.request().url());
    return route.fulfill({ status: 503 });
  });
  await enter(page, ada, '/settings');
  await expect.poll(() => renewals.length).toBe(1);
  await page.unroute('**/api/validateToken');
  await page.clock.fastForward(REALTIME.baseDelayMs);
  await expect.poll(() => sockets.opened).toBe(1);
  await expect(page.getByText(ada.email)).toBeVisible();
});
