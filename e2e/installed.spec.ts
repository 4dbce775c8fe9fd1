import { expect, test } from './fixtures.ts';

/** What the worker's own scope has and a page's has not. */
interface WorkerScope extends EventTarget {
  clients: { matchAll: () => Promise<unknown[]> };
  registration: ServiceWorkerRegistration;
  PushEvent: new (
    type: 'push',
    init: { data: string },
  ) => Event & { waitUntil(work: Promise<unknown>): void };
}

test('the client opens without a network once it was there', async ({
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

test('a push becomes a notification that knows its chat', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  const arrived = context.waitForEvent('serviceworker');
  await page.goto('/login');
  const worker = await arrived;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const shown = await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    // Nobody looks at the app, so the notification stays.
    scope.clients.matchAll = async () => [];
    const data = JSON.stringify({ type: 'PIN_REQUEST', content: 'Ada pinned you', chatId: 'c1' });
    const work: Promise<unknown>[] = [];
    const event = new scope.PushEvent('push', { data });
    event.waitUntil = (promise) => void work.push(Promise.resolve(promise));
    scope.dispatchEvent(event);
    await Promise.all(work);
    const notifications = await scope.registration.getNotifications();
    return notifications.map(({ title, body, data: about }) => ({ title, body, about }));
  });
  expect(shown).toEqual([{ title: 'Someone pinned you', body: 'Ada pinned you', about: { chatId: 'c1' } }]);
});

test('the manifest names icons that are there', async ({ page, request }) => {
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await request.get(href ?? '')).json()) as {
    icons: { src: string; purpose: string }[];
  };
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type'], src).toBe('image/png');
  }
});
