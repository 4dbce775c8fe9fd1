import type { Page, WebSocketRoute } from '@playwright/test';
import { HOUR_MS, REALTIME } from '@herenow/contract/constants';
import { becomeVisible } from '@herenow/testing/public-person';
import { leave, neighbours, neighboursInChat } from './meetings.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { enterConnected, whenQuiet } from './signed-in.ts';

test.use({ ...PHONE, expectedErrors: /net::ERR|WebSocket/ });
test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

/** Lets the device sleep: its clock runs on, its timers stand still. */
async function sleep(page: Page, hours: number): Promise<void> {
  const now = () => page.evaluate(() => Date.now());
  await page.clock.pauseAt((await now()) + 2000);
  await page.clock.setSystemTime((await now()) + hours * HOUR_MS);
}

test('a laptop that wakes with an open chat fetches at once what it missed, on a new socket', async ({
  page,
  baseURL,
}) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  let asleep = false;
  // Nothing reaches a socket that died during the sleep, and no event tells the page that it died.
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    const dies = !asleep;
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!(dies && asleep)) socket.send(message);
    });
  });
  const quiet = whenQuiet(page);
  await enterConnected(page, ada, `/chat/${chatId}`);
  await quiet;
  const composer = page.getByRole('textbox', { name: 'Message' });
  await expect(composer).toBeVisible();
  asleep = true;
  await sleep(page, 1);
  await leave(bela);
  await expect(composer).toBeVisible();
  await page.clock.runFor(1000);
  // Long before a missing heart-beat would be noticed.
  const soon = async () => {
    await page.clock.runFor(1);
    return await composer.count();
  };
  await expect.poll(soon, { intervals: [100] }).toBe(0);
});

test('a phone without a network shows nobody in the feed whose time is over', async ({
  page,
  context,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await enterConnected(page, ada, '/feed');
  const card = page.getByRole('article');
  await expect(card).toContainText('3:00 left');
  await context.setOffline(true);
  await sleep(page, 4);
  await expect(card).toContainText('3:00 left');
  await page.clock.runFor(5000);
  await expect(card).toContainText('Not here any more');
});

test('a pinned person comes back to the feed although the pin ended while the device slept', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  let up = true;
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    if (!up) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  await enterConnected(page, ada, '/feed');
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  up = false;
  for (const socket of sockets) await socket.close();
  // The pins of a presence end with it; the next one has none.
  await leave(ada);
  await becomeVisible(ada);
  up = true;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('link', { name: /^Bela/ })).toBeVisible();
});

/** Lets all sockets that are open when `die` is called fall silent, although nothing closes them. */
async function mortalSockets(page: Page) {
  const sockets = { opened: 0, dead: 0, die: () => void (sockets.dead = sockets.opened) };
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    const mine = (sockets.opened += 1);
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (mine > sockets.dead) socket.send(message);
    });
    // A browser waits a minute for the other side to close, too.
    socket.onClose(() => undefined);
    server.onClose(() => undefined);
  });
  return sockets;
}

test('a socket that has died unnoticed is replaced after two missed heart-beats', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  const sockets = await mortalSockets(page);
  await enterConnected(page, ada, '/chats');
  sockets.die();
  await page.clock.fastForward(3 * REALTIME.heartbeatMs);
  await expect.poll(() => sockets.opened).toBe(2);
});

test('a network that comes back replaces a socket that has died unnoticed', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  const sockets = await mortalSockets(page);
  const quiet = whenQuiet(page);
  await enterConnected(page, ada, '/chats');
  await quiet;
  await page.clock.pauseAt(Date.now() + 5000);
  sockets.die();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => sockets.opened).toBe(2);
});

test('on a device whose clock is set back, what is left of a visit is right again at once', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  const quiet = whenQuiet(page);
  await enterConnected(page, ada, '/feed');
  await quiet;
  const card = page.getByRole('article');
  await expect(card).toContainText('3:00 left');
  await page.clock.pauseAt(Date.now() + 5000);
  await page.clock.setSystemTime(Date.now() - 24 * HOUR_MS);
  await page.clock.runFor(1000);
  await expect(page.getByRole('button', { name: /^You are visible, 27:00 left/ })).toBeVisible();
  const shown = async () => {
    await page.clock.runFor(100);
    return page.getByRole('button', { name: /^You are visible/ }).innerText();
  };
  await expect.poll(shown).toBe('3:00');
});
