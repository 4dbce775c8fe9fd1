import { factorCodeRequired } from '@herenow/contract/refusals';
import { expect, PHONE, test } from './fixtures.ts';
import { neighbours, neighboursInChat, sayTo } from './meetings.ts';
import { enter, enterConnected, someone, whenQuiet } from './signed-in.ts';

test.use({ ...PHONE, expectedErrors: /status of 404|net::ERR|WebSocket|dynamically imported/ });

test('a menu whose code a new release has replaced says so, and opens after a reload', async ({
  page,
  baseURL,
}) => {
  const { ada, bela, chatId: chat } = await neighboursInChat(baseURL);
  await sayTo(chat, bela, ada, 'At eight?');
  await page.route('**/assets/menu-panel-*', (route) => route.fulfill({ status: 404 }));
  // The code that says so comes with it.
  const quiet = whenQuiet(page);
  await enterConnected(page, ada, `/chat/${chat}`);
  await expect(page.locator('[data-parts]')).toBeAttached();
  await expect(page.locator('.toasts')).toBeAttached();
  await quiet;
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('At nine');
  // Prefetching, for example on hover, fails silently.
  await page.getByRole('button', { name: 'More' }).hover();
  const told = page.getByRole('alert').filter({ hasText: 'This didn’t open' });
  await expect(told).toHaveCount(0);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(told).toBeVisible();
  await page.unroute('**/assets/menu-panel-*');
  await told.getByRole('button', { name: 'Reload' }).click();
  await expect(field).toHaveValue('At nine');
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Block User' })).toBeVisible();
});

test('a menu whose code or its dependencies are lost on the way opens by itself with the next try', async ({
  page,
  baseURL,
}) => {
  const { ada, chatId: chat } = await neighboursInChat(baseURL);
  let lost = 0;
  const parts = /\/assets\/(?:menu-panel|reason-parts)-[^/]+\.js$/;
  await page.route(parts, (route) => {
    lost += 1;
    return route.abort();
  });
  const quiet = whenQuiet(page);
  await enterConnected(page, ada, `/chat/${chat}`);
  await expect(page.locator('.toasts')).toBeAttached();
  await quiet;
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This didn’t open' })).toBeVisible();
  expect(lost).toBeGreaterThan(1);
  await page.unroute(parts);
  await expect(page.getByRole('menuitem', { name: 'Block User' })).toBeVisible();
});

test('parts of a chat whose styles are lost on the way load with the next try', async ({ page, baseURL }) => {
  const { ada, bela, chatId: chat } = await neighboursInChat(baseURL);
  await sayTo(chat, bela, ada, 'At eight?');
  let lost = 0;
  await page.route('**/assets/conversation-parts-*.css', (route) =>
    (lost += 1) === 1 ? route.abort() : route.continue(),
  );
  await enterConnected(page, ada, `/chat/${chat}`);
  await expect.poll(() => lost).toBe(2);
  await expect(page.locator('[data-parts]')).toBeAttached();
});

test('a page that was never loaded says that there is no network, and opens when the network is back', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  // Prefetching would have loaded it already.
  await page.route('**/assets/blocked-users-screen-*', (route) => route.abort());
  await enterConnected(page, ada, '/settings');
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Blocked Users' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'No internet connection' });
  await expect(told).toBeVisible();
  // A reload without a network would show nothing at all.
  await told.getByRole('button', { name: 'Try Again' }).click();
  await expect(told).toBeVisible();
  await page.unroute('**/assets/blocked-users-screen-*');
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Blocked Users' })).toBeVisible();
});

test('a page lost on the way opens with the next try, without a reload', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await page.route('**/assets/blocked-users-screen-*', (route) => route.abort());
  await enterConnected(page, ada, '/settings');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => (document.documentElement.dataset['visit'] = 'the same'));
  await page.getByRole('link', { name: 'Blocked Users' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect(told).toBeVisible();
  await page.unroute('**/assets/blocked-users-screen-*');
  await told.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Blocked Users' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-visit', 'the same');
});

test('a chat stays if the list beside it is lost on the way, and the list loads with the next try', async ({
  page,
  baseURL,
}) => {
  const { ada, chatId: chat } = await neighboursInChat(baseURL);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route('**/assets/chat-list-*', (route) => route.abort());
  await enter(page, ada, `/chat/${chat}`);
  await expect(page.getByRole('alert').filter({ hasText: 'This didn’t open' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await page.unroute('**/assets/chat-list-*');
  await expect(page.getByRole('complementary').getByRole('link', { name: /Bela/ }).first()).toBeVisible();
});

test('an empty feed whose code is lost on the way loads with the next try', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  let lost = 0;
  await page.route('**/assets/nobody-here-*', (route) =>
    (lost += 1) === 1 ? route.abort() : route.continue(),
  );
  await enter(page, ada, '/feed');
  await expect(page.getByRole('button', { name: 'Go Visible Now' })).toBeVisible();
  expect(lost).toBeGreaterThan(1);
});

test('a second step of the sign-in whose code is lost on the way says so, and loads with the next try', async ({
  page,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/status of 403/);
  await page.route('**/login', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 403,
          headers: { 'refusal-code': factorCodeRequired.code },
          body: factorCodeRequired.text,
        })
      : route.continue(),
  );
  await page.route('**/assets/code-step-*', (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password', { exact: true }).fill('Herenow-2026');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('Login failed')).toBeVisible();
  await page.unroute('**/assets/code-step-*');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
});

test('a page whose first script is lost on the way opens again by itself', async ({ page }) => {
  await page.route('**/assets/start-*.js', (route) => route.fulfill({ status: 404 }), { times: 2 });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
});

test('a page whose first script stays lost opens again ever more rarely, until it has opened', async ({
  page,
}) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const script = '**/assets/start-*.js';
  await page.route(script, (route) => route.fulfill({ status: 404 }));
  let opened = 0;
  page.on('request', (request) => (opened += Number(request.isNavigationRequest())));
  const wait = () => page.evaluate(() => sessionStorage.getItem('wait')).catch(() => undefined);
  await page.goto('/login');
  for (const [at, milliseconds] of [5000, 10_000, 20_000].entries()) {
    await expect.poll(wait).toBe(String(milliseconds));
    await page.clock.runFor(milliseconds - 1);
    expect(opened).toBe(at + 1);
    await page.clock.runFor(1);
    await expect.poll(() => opened).toBe(at + 2);
  }
  await page.unroute(script);
  await page.clock.resume();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await expect.poll(wait).toBeNull();
});
