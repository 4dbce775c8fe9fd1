import type { Page, Worker } from '@playwright/test';
import { blockUser } from '@herenow/contract/safety';
import { PORTAL } from './answers.ts';
import { expect, test } from './fixtures.ts';
import { neighboursInChat, sayTo } from './meetings.ts';
import { enter, enterConnected } from './signed-in.ts';

/** What the service worker's scope has and a page's does not. */
interface WorkerScope extends EventTarget {
  clients: { matchAll: () => Promise<unknown[]>; openWindow: (url: string) => Promise<void> };
  registration: ServiceWorkerRegistration;
  WindowClient: { prototype: { focus: () => Promise<unknown> } };
  PushEvent: new (
    type: 'push',
    init: { data: string },
  ) => Event & { waitUntil(work: Promise<unknown>): void };
  NotificationEvent: new (
    type: 'notificationclick',
    init: { notification: Notification },
  ) => Event & { waitUntil(work: Promise<unknown>): void };
}

test('the client opens without a network once it was loaded', async ({
  page,
  context,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/Failed to load resource|net::ERR|WebSocket/);
  await page.goto('/login');
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve));
  });
  await context.setOffline(true);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Real people/);
  await context.setOffline(false);
});

test('the client never keeps the document of another release, and is kept with the next page', async ({
  page,
  context,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/digest/);
  let asked = 0;
  // While nodes are replaced one by one, the node that is asked for it may be of another release.
  await context.route(
    '**/app.html',
    (route) => {
      asked += 1;
      return route.fulfill({ contentType: 'text/html', body: '<h1>Another release</h1>' });
    },
    { times: 1 },
  );
  await page.goto('/login');
  await expect.poll(() => asked).toBe(1);
  await page.waitForFunction(async () => !(await navigator.serviceWorker.getRegistration())?.installing);
  await page.goto('/login');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/login');
  await expect(page.getByRole('heading')).toHaveText('Log In');
});

/** Returns the addresses of files that the caches hold as a page, although they are none. */
const mistakenForPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const type = (await cache.match(request))?.headers.get('content-type') ?? '';
        if (type.startsWith('text/html') && !/\.html/.test(request.url)) found.push(request.url);
      }
    }
    return found;
  });

test('the client keeps no page of a network that wants a sign-in first in place of its own files', async ({
  page,
  context,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/bad-precaching-response/);
  let asked = 0;
  await context.route('**/assets/*', (route) => {
    if (!route.request().serviceWorker()) return route.fallback();
    asked += 1;
    return route.fulfill(PORTAL);
  });
  await page.goto('/login');
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.waitForFunction(async () => !(await navigator.serviceWorker.getRegistration())?.installing);
  await context.unroute('**/assets/*');
  await page.goto('/login');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(await mistakenForPages(page)).toEqual([]);
});

/** Opens a page with notifications allowed; returns the service worker once it is ready. */
async function startWorker(page: Page): Promise<Worker> {
  await page.context().grantPermissions(['notifications']);
  const arrived = page.context().waitForEvent('serviceworker');
  await page.goto('/login');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return await arrived;
}

test('a push becomes a notification of its chat, and the next one replaces it silently', async ({ page }) => {
  const worker = await startWorker(page);
  const shown = await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    // No window is looking at the app, so the notification stays.
    scope.clients.matchAll = async () => [];
    const afterPush = async (push: object) => {
      const work: Promise<unknown>[] = [];
      const event = new scope.PushEvent('push', { data: JSON.stringify({ ...push, chatId: 'c1' }) });
      event.waitUntil = (promise) => void work.push(Promise.resolve(promise));
      scope.dispatchEvent(event);
      await Promise.all(work);
      const notifications = await scope.registration.getNotifications();
      return notifications.map(({ title, body, silent, data }) => ({ title, body, silent, ...data }));
    };
    return [
      await afterPush({ type: 'PIN_REQUEST', content: 'Ada pinned you' }),
      await afterPush({ type: 'MESSAGE', content: 'New message from Ada' }),
    ];
  });
  expect(shown).toMatchObject([
    [{ title: 'Someone pinned you', body: 'Ada pinned you', chatId: 'c1', silent: false }],
    [{ title: 'New message', body: 'New message from Ada', chatId: 'c1', silent: true }],
  ]);
});

/** Clicks on the notification of a chat; returns the addresses of the windows that this opens. */
const clickOn = (worker: Worker, chatId: string): Promise<string[]> =>
  worker.evaluate(async (id) => {
    const scope = globalThis as unknown as WorkerScope;
    const addresses: string[] = [];
    scope.clients.openWindow = async (url) => void addresses.push(url);
    // Without a real click no window may be focused.
    scope.WindowClient.prototype.focus = async function focus() {
      return this;
    };
    await scope.registration.showNotification('Herenow', { data: { chatId: id } });
    const [notification] = await scope.registration.getNotifications();
    const click = new scope.NotificationEvent('notificationclick', { notification: notification! });
    const work: Promise<unknown>[] = [];
    click.waitUntil = (promise) => void work.push(promise);
    scope.dispatchEvent(click);
    await Promise.all(work);
    return addresses;
  }, chatId);

test('a click on a notification opens its chat, even if the open page cannot be navigated', async ({
  page,
}) => {
  const worker = await startWorker(page);
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const window = {
      focused: true,
      focus: () => Promise.resolve(window),
      postMessage: () => undefined,
      navigate: () => Promise.reject(new TypeError('This worker is not the client’s controller.')),
    };
    scope.clients.matchAll = async () => [window];
  });
  expect(await clickOn(worker, 'c1')).toEqual(['/?fromNotification=1&chatId=c1']);
});

test('a click on the notification of the open chat keeps its text, and adds no page to go back through', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  // If notifications are allowed, the client also subscribes to pushes.
  expectConsoleErrors(/Push API in incognito mode/);
  const { ada, chatId } = await neighboursInChat(baseURL);
  const worker = await startWorker(page);
  await enterConnected(page, ada, '/chats');
  await page.getByRole('link', { name: /^Bela, / }).click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('On my');
  expect(await clickOn(worker, chatId)).toEqual([]);
  await expect(page).toHaveURL(new RegExp(`/chat/${chatId}$`));
  await expect(field).toHaveValue('On my');
  await page.goBack();
  await expect(page).toHaveURL(/\/chats$/);
});

/** Shows a notification as the service worker does while the app is closed; it stays until it is closed. */
const showNotification = (page: Page, body: string, data: { chatId: string; type: string }) =>
  page.evaluate(
    async ([text, about]) => {
      const registration = await navigator.serviceWorker.ready;
      const options = { body: text, tag: `chat-${about.chatId}`, data: about, requireInteraction: true };
      await registration.showNotification('Herenow', options);
    },
    [body, data] as const,
  );

const shownNotifications = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ body }) => body);
  });

test('a notification is removed with its chat', async ({ page, context, baseURL, expectConsoleErrors }) => {
  // If notifications are allowed, the client also subscribes to pushes.
  expectConsoleErrors(/Push API in incognito mode/);
  await context.grantPermissions(['notifications']);
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  await sayTo(chatId, bela, ada, 'Hello');
  await enter(page, ada, '/feed');
  await showNotification(page, 'New message from Bela', { chatId, type: 'MESSAGE' });
  await page.reload();
  await expect(page.getByRole('link', { name: /^Pinned, 1 new/ })).toBeVisible();
  expect(await shownNotifications(page)).toEqual(['New message from Bela']);
  await bela.call(blockUser, { body: { userId: bela.id, userToBlockId: ada.id } });
  await expect.poll(() => shownNotifications(page)).toEqual([]);
});

test('leaving quickly removes everything that the device shows of the app', async ({
  page,
  context,
  baseURL,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/Push API in incognito mode|net::ERR_FAILED/);
  await context.grantPermissions(['notifications']);
  const { ada, chatId } = await neighboursInChat(baseURL);
  await enter(page, ada, '/settings');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await showNotification(page, 'Bela accepted your pin.', { chatId, type: 'PIN_ACCEPT' });
  expect(await shownNotifications(page)).toEqual(['Bela accepted your pin.']);
  await context.route('https://www.wikipedia.org/', (route) => route.fulfill({ body: 'An encyclopedia' }));
  // Going offline leads to the chats, where the notification would be removed, too.
  await context.route('**/api/user/go-offline', (route) => route.abort());
  const other = await context.newPage();
  await other.goto('/about');
  await page.getByRole('button', { name: 'Leave Quickly' }).click();
  for (const tab of [page, other]) await expect(tab.getByText('An encyclopedia')).toBeVisible();
  await page.goto('/about');
  await expect.poll(() => shownNotifications(page)).toEqual([]);
});

test('the manifest names icons that exist, and allows any orientation', async ({ page, request }) => {
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await request.get(href ?? '')).json()) as {
    icons: { src: string; purpose: string }[];
  };
  expect(manifest).not.toHaveProperty('orientation');
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type'], src).toBe('image/png');
  }
});
