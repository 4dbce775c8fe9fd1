import type { BrowserContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

async function signedIn(context: BrowserContext, registrationStep: number) {
  await context.addInitScript((step) => {
    if (location.protocol === 'about:') return;
    localStorage.setItem('authToken', 'token');
    localStorage.setItem('userId', 'ada');
    localStorage.setItem('user', JSON.stringify({ id: 'ada', registrationStep: step }));
  }, registrationStep);
}

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page can be read and clicked', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveTitle(/Herenow/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Real people, right now, no algorithms ',
    );
    for (const title of [
      'Not just another dating app',
      'How it works',
      'Quiet Drop',
      'Leave a pin, not a trace',
    ])
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
    for (const step of ['Get ready', 'Start pinning', 'Hang out and chat'])
      await expect(page.getByRole('heading', { name: step })).toBeVisible();
    await expect(page.getByText('herenow.example · Version 1.0.46')).toBeVisible();
    const hero = page.locator('.hero');
    await expect(hero.getByRole('link', { name: 'Log In' })).toBeVisible();
    await hero.getByRole('link', { name: 'Join' }).click();
    await expect(page).toHaveURL(/\/register$/);
  });

  test('every link leads where it should', async ({ page }) => {
    await page.goto('/');
    for (const [name, href] of [
      ['Join', '/register'],
      ['Start Pinning', '/register'],
      ['Log In', '/login'],
      ['Mission', '/about'],
      ['Privacy', '/legal'],
      ['Terms', '/legal'],
      ['Safe Dating Tips', '/safe-dating-tips'],
      ['FAQ', '/faq'],
      ['Cookie Policy', '/cookie-policy'],
      ['Discover More', '/discover-more'],
    ] as const)
      await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute('href', href);
  });
});

test('English needs one file of each typeface @slow', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  expect(fonts.toSorted()).toEqual([
    expect.stringMatching(/bricolage-grotesque-basic/),
    expect.stringMatching(/figtree-basic/),
  ]);
  // A letter of another language loads the font that has it.
  await page.evaluate(() => document.querySelector('h1')!.append('Zoë Łukasz'));
  await expect.poll(() => fonts.filter((font) => !font.includes('basic')).length).toBe(2);
});

test('a signed-in user continues where they stopped @slow', async ({
  browser,
  baseURL,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/Failed to load resource|net::ERR/);
  const seen: string[] = [];
  for (const step of [1, 2, 3, 4, 5, 6]) {
    await using context = await browser.newContext({ baseURL: baseURL! });
    await signedIn(context, step);
    const page = await context.newPage();
    // The test covers only where the landing page leads, not how the client handles the made-up token.
    await page.route(/app\/main|assets\/start|\/api\//, (route) => route.abort());
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
    await page.goto('/');
    await page.waitForURL((url) => url.pathname !== '/');
  }
  expect(seen.filter((path) => path !== '/')).toEqual([
    '/profile-setup',
    '/preferences-setup',
    '/distance-setup',
    '/photo-setup',
    '/email-verification',
    '/feed',
  ]);
});

test('a notification leads to its chat, or to all of them', async ({
  context,
  page,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/Failed to load resource|net::ERR/);
  await signedIn(context, 6);
  await page.route(/assets\/start|\/api\//, (route) => route.abort());
  await page.goto('/?fromNotification=1&chatId=c1');
  await page.waitForURL('**/chat/c1');
  await page.goto('/?fromNotification=1');
  await page.waitForURL('**/chats');
});

test.describe('in Safari on an iPhone @slow', () => {
  test.use({ userAgent: iPhone });

  test('a visitor is told once how to install, on top until they have read it', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const hint = page.getByRole('status');
    await expect(hint).toContainText('Share');
    await expect(hint).toContainText('Add to Home Screen');
    await page.clock.runFor('10:00');
    const { x, y, width } = (await hint.boundingBox())!;
    expect(Math.abs(x + width / 2 - page.viewportSize()!.width / 2)).toBeLessThanOrEqual(1);
    expect(y).toBeLessThan(100);
    await hint.getByRole('button', { name: 'OK' }).click();
    await expect(hint).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(hint).toHaveCount(0);
  });
});

test('other browsers show no hint @slow', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Add to Home Screen')).toHaveCount(0);
});

test('on a phone held sideways, the picture of the product is beside the text and the buttons', async ({
  page,
}) => {
  await page.goto('/');
  for (const [width, height] of [
    [844, 390],
    [667, 375],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('link', { name: 'Join' }).first()).toBeInViewport({ ratio: 1 });
    const [words, picture] = [page.getByRole('heading', { level: 1 }), page.locator('.phone')];
    const [left, right] = [await words.boundingBox(), await picture.boundingBox()];
    expect(left!.x + left!.width).toBeLessThan(right!.x);
    expect(right!.y).toBeLessThan(height / 3);
  }
});

test('the first screen of a laptop has the buttons to join, also with larger text', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  for (const [width, height, standard] of [
    [1366, 641, 16],
    [1280, 600, 16],
    [1280, 720, 20],
    [1280, 800, 24],
    [1024, 768, 24],
  ] as const) {
    await page.setViewportSize({ width, height });
    await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
    await page.goto('/');
    for (const name of ['Join', 'Log In'])
      await expect(page.getByRole('link', { name }).first(), `${width} × ${height}`).toBeInViewport({
        ratio: 1,
      });
  }
});

test('on a tablet held sideways, the whole picture of the product stands beside the words @slow', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/');
  const [words, picture] = [page.getByRole('heading', { level: 1 }), page.getByRole('figure').first()];
  const [{ x: start, width }, tagline] = [(await picture.boundingBox())!, (await words.boundingBox())!];
  expect(width).toBeGreaterThan(280);
  expect(start + width).toBeLessThanOrEqual(1024);
  expect(start).toBeGreaterThan(tagline.x + tagline.width);
});

test('held sideways and on a tablet, each step has its drawing beside its words @slow', async ({ page }) => {
  for (const [width, height] of [
    [844, 390],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Get ready' }) });
    const drawing = (await step.locator('.scene').boundingBox())!;
    const title = (await step.getByRole('heading').boundingBox())!;
    expect(title.x).toBeGreaterThan(drawing.x + drawing.width);
    expect(Math.abs(title.y + title.height / 2 - drawing.y - drawing.height / 2)).toBeLessThan(40);
  }
});

test('a reader who spaces letters and words apart sees the whole tagline', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const tagline = page.getByRole('heading', { level: 1 });
  const [wide, screen] = await tagline.evaluate((element) => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    );
    document.adoptedStyleSheets.push(spacing);
    return [element.scrollWidth, element.clientWidth] as const;
  });
  expect(wide).toBe(screen);
});

test('the tagline is text alone to screen readers @slow', async ({ page }) => {
  await page.goto('/');
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const tagline = nodes.find(({ name }) => name?.value === 'Real people, right now, no algorithms')!;
  const below = ({ childIds = [] }: (typeof nodes)[number]): typeof nodes =>
    nodes.filter(({ nodeId }) => childIds.includes(nodeId)).flatMap((node) => [node, ...below(node)]);
  const heard = below(tagline).filter(({ ignored, role }) => !ignored && role!.value !== 'InlineTextBox');
  expect(new Set(heard.map(({ role }) => role!.value as string))).toEqual(new Set(['StaticText']));
});
