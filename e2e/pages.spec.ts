import { blockUser } from '@herenow/contract/safety';
import type { Page } from '@playwright/test';
import { hold, unanswered } from './answers.ts';
import { neighbours, neighboursInChat } from './meetings.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter, someone } from './signed-in.ts';

test.use({ ...PHONE, expectedErrors: REFUSED });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const top = (page: Page) => page.evaluate(() => window.scrollY);

test('about says what the product is, how it works, whom to write to and its version', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByText('Real people, right now, no algorithms.')).toBeVisible();
  for (const name of ['How it works', 'Go online for 3 hours', 'Browse and pin', 'Chat', 'Connect'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'hello@herenow.example' })).toHaveAttribute(
    'href',
    'mailto:hello@herenow.example',
  );
  await expect(page.getByText('Version 1.0.46')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('legal opens both documents with their dates, and says when they do not load', async ({ page }) => {
  await page.goto('/legal');
  await expect(page.getByText('last updated August 2025')).toBeVisible();
  await expect(page.getByRole('link', { name: 'hello@herenow.example' })).toBeVisible();
  for (const [name, path, inside] of [
    ['Terms of Use', '/terms_of_use.html', 'Who may use Herenow'],
    ['Privacy Policy', '/privacy_policy.html', 'Where you are'],
  ] as const) {
    const dialog = page.getByRole('dialog', { name });
    await unanswered(page, `**${path}`);
    await page.getByRole('button', { name }).click();
    await expect(dialog.getByText('Failed to load content.')).toBeVisible();
    await page.unroute(`**${path}`);
    const release = await hold(page, `**${path}`);
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    release();
    await expect(dialog.getByRole('heading', { name: inside })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
});

test('no page makes HTML or a script of a text', async ({ page, expectConsoleErrors }) => {
  expectConsoleErrors(/Trusted/);
  for (const path of ['/', '/login']) {
    await page.goto(path);
    const tried = await page.evaluate(() => {
      const known = globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown };
      };
      const acts = [
        () => (document.createElement('p').innerHTML = '<b>Hello</b>'),
        () => new DOMParser().parseFromString('<b>Hello</b>', 'text/html'),
        () => (document.createElement('script').src = '/other.js'),
        () => (document.createElement('script').text = 'alert(1)'),
        () => known.trustedTypes.createPolicy('other', {}),
      ];
      return acts.map((act) => {
        try {
          act();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      });
    });
    expect(tried).toEqual(tried.map(() => 'TypeError'));
  }
});

test('no word stays alone on the last line of what is there to read @slow', async ({ page }) => {
  const alone = () =>
    page.locator('main :is(p, li)').evaluateAll((texts) =>
      texts.flatMap((text) => {
        const node = text.lastChild;
        const [last, before] = /\S+\s*$/.exec(node?.nodeValue ?? '') ? wordsOf(node as Text) : [];
        return last && before && last.top >= before.bottom - 2 ? [text.textContent] : [];

        function wordsOf(node: Text) {
          const starts = [...node.data.matchAll(/\S+/g)].slice(-2);
          return starts.toReversed().map(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            return range.getBoundingClientRect();
          });
        }
      }),
    );
  for (const path of ['/safe-dating-tips', '/cookie-policy', '/discover-more', '/about', '/legal']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await alone(), path).toEqual([]);
  }
});

test('a document opened by its address names the product and links to the start @slow', async ({ page }) => {
  for (const path of ['/terms_of_use.html', '/privacy_policy.html']) {
    await page.goto(path);
    await page.getByRole('banner').getByRole('link', { name: 'Herenow' }).click();
    await expect(page).toHaveURL('/');
  }
});

test('the pages of the footer can be read, and an unknown address says so', async ({ page }) => {
  for (const [path, name, part] of [
    ['/safe-dating-tips', 'Safe Dating Tips', 'Before you meet'],
    ['/faq', 'FAQ', 'What is a Quiet Drop?'],
    ['/cookie-policy', 'Cookie Policy', 'What is kept on your device instead'],
    ['/discover-more', 'Discover More', 'Drop a pin quietly'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('heading', { name: part })).toBeVisible();
    await expect(page).toHaveTitle(`${name} · Herenow`);
  }
  await page.goto('/no-such-page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});

test('the tab bar is shown where it should be and nowhere else @slow', async ({ page, baseURL }) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  for (const path of ['/about', '/legal', '/login', '/register', '/forgot-password']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
  }
  await enter(page, ada, '/feed');
  for (const path of [`/profile/${bela.id}`, `/chat/${chatId}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Bela');
    await expect(bar(page)).toHaveCount(0);
  }
  for (const path of [
    '/settings',
    '/my-profile',
    '/notifications',
    '/privacy-safety',
    '/blocked-users',
    '/about',
    '/legal',
    '/payment-success',
    '/feed',
    '/chats',
  ]) {
    await page.goto(path);
    await expect(bar(page)).toBeVisible();
  }
  const status = page.getByRole('button', { name: /^You are visible/ });
  const filter = page.getByRole('button', { name: 'Filter' });
  for (const [tab, path] of [
    ['Explore', '/feed'],
    ['Profile', '/settings'],
    ['Pinned', '/chats'],
  ] as const) {
    await bar(page).getByRole('link', { name: tab }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(bar(page).getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page');
    await expect(status).toBeVisible();
    await expect(filter).toHaveCount(path === '/feed' ? 1 : 0);
  }
});

test('pages scroll to the top or to their last position', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await page.setViewportSize({ width: 390, height: 500 });
  await enter(page, ada, '/discover-more');
  await expect(page.getByRole('heading', { name: 'Run it yourself' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 300));
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('scroll:/discover-more'))).toBe('300');
  await bar(page).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('link', { name: 'Legal' })).toBeVisible();
  await expect.poll(() => top(page)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 200));
  await page.getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('heading', { name: 'About', exact: true })).toBeVisible();
  await expect.poll(() => top(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'About Us' })).toBeVisible();
  await expect.poll(() => top(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Discover More' })).toBeVisible();
  await expect.poll(() => top(page)).toBe(300);
});

test('blocked people are listed and can be unblocked', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await ada.call(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } });
  await enter(page, ada, '/blocked-users');
  await expect(page.getByText(/^Bela, \d\d$/)).toBeVisible();
  await expect(page.getByRole('listitem').locator('img')).toHaveAttribute('src', /\/photos\//);
  await page.getByRole('button', { name: 'Unblock Bela' }).click();
  await expect(page.getByText('Nobody is blocked')).toBeVisible();
  expect((await ada.user()).blockedUsers).toEqual([]);
});

test('the settings show the user and sign out even without a network', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/settings');
  const main = page.getByRole('main');
  await expect(main.getByText('Ada', { exact: true })).toBeVisible();
  await expect(main.getByText(ada.email)).toBeVisible();
  await expect(main.locator('img')).toHaveAttribute('src', /\/photos\//);
  await unanswered(page, '**/api/logout');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login$/);
});

test('a toast is dismissed when dragged by four fifths of its width @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('locationPermissionDenied')));
  const toast = page.locator('.toast', { hasText: 'Location permission is mandatory' });
  await expect(toast).toBeVisible();
  const rest = () =>
    toast.evaluate(async (one) => {
      await Promise.all(one.getAnimations({ subtree: true }).map(({ finished }) => finished));
    });
  await rest();
  const { x, y, width, height } = (await toast.boundingBox())!;
  const drag = async (part: number) => {
    await page.mouse.move(x + 12, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 12 + width * part, y + height / 2, { steps: 8 });
    await page.mouse.up();
  };
  await drag(0.6);
  await rest();
  await expect.poll(async () => (await toast.boundingBox())?.x).toBe(x);
  await drag(0.9);
  await expect(toast).toHaveCount(0);
});
