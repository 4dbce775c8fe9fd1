import { becomeVisible } from '@herenow/testing/public-person';
import { hold, unanswered } from './answers.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { hide, neighbours, neighboursInChat, sayTo } from './meetings.ts';
import { enter, someone } from './signed-in.ts';

test.use(PHONE);

test('becoming visible shows who is near, and the feed opens with one tap', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  const release = await hold(page, '**/api/feed');
  await enter(page, ada, '/payment-success');
  // The picture is shown before anyone is found.
  await expect(page.getByText('Looking around you')).toBeVisible();
  const faces = page.getByRole('main').locator('img');
  // The user's own, in the head of the pin.
  await expect(faces).toHaveCount(1);
  await expect(page.getByText(/^You’re visible until \d/)).toBeVisible();
  release();
  await expect(page.getByText('1 person is near you')).toBeVisible();
  await expect(faces).toHaveCount(2);
  // Nobody is under the text: the map ends above it.
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
  for (const face of await faces.all()) {
    const box = (await face.boundingBox())!;
    expect(box.y + box.height).toBeLessThan(heading.y);
  }
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/feed')) asked += 1;
  });
  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(asked).toBe(0);
});

test('alone or incognito, the page says so, and nothing moves with reduced motion @slow', async ({
  page,
  baseURL,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const ada = await someone('Ada', { baseURL });
  await becomeVisible(ada);
  await enter(page, ada, '/payment-success');
  await expect(page.getByText('Nobody else is nearby yet. Whoever comes next will see you.')).toBeVisible();
  const running = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  await expect.poll(running).toBe(0);
  await hide(ada);
  await page.reload();
  await expect(page.getByText('Only the people you pin can see you.')).toBeVisible();
  await expect(page.getByText(/^You’re incognito until \d/)).toBeVisible();
});

test('without being visible, or without an answer, the page says nothing about people near @slow', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/net::ERR/);
  const ada = await someone('Ada', { baseURL });
  const found = page.getByRole('main').getByRole('status');
  const release = await hold(page, '**/api/feed');
  await enter(page, ada, '/payment-success');
  await expect(found).toHaveText('Looking around you');
  release();
  await expect(found).toHaveText('');
  await becomeVisible(ada);
  await unanswered(page, '**/api/feed');
  await page.reload();
  await expect(found).toHaveText('Failed to load users');
});

test('a filter that cannot match anybody says so instead of searching @slow', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  const filter = JSON.stringify({ userId: ada.id, minAge: 50, maxAge: 20 });
  await page.addInitScript((text) => localStorage.setItem('filter', text), filter);
  await enter(page, ada, '/payment-success');
  await expect(page.getByRole('status').filter({ hasText: 'Max age must be' })).toBeVisible();
  await expect(page.getByText('Looking around you')).toHaveCount(0);
});

test('common ideas come first, the card shows the time left, and users can view their own card', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL, {
    tags: ['jazz night', 'museum visit', 'picnic', 'coffee', 'board games', 'brunch', 'hiking'],
  });
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article').getByText(/^[23]:\d\d left$/)).toBeVisible();
  await page.getByRole('link', { name: /^Bela/ }).click();
  await expect(page).toHaveURL(`/profile/${bela.id}`);
  const tags = page.getByRole('main').getByRole('listitem');
  await expect(tags).toHaveText(['Coffee', 'Jazz night', 'Museum visit', 'Picnic', 'Board games', 'Brunch']);
  await expect(page.getByText('You both like the one that is marked.')).toBeVisible();

  await page.goto('/my-profile');
  await page.getByRole('link', { name: 'See How Others See You' }).click();
  await expect(page.getByText('This is how others see you.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Ada, / })).toBeVisible();
  await expect(page.getByRole('button', { name: /Pin|More/ })).toHaveCount(0);
});

test('a chat starts with both faces and what both like, and has only the faces when it is opened again', async ({
  page,
  baseURL,
}) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  await enter(page, ada, `/chat/${chatId}`);
  const log = page.getByRole('log');
  await expect(log.getByText('You both like')).toBeVisible();
  await expect(log.getByRole('listitem')).toHaveText(['Coffee']);
  await expect(log.locator('img')).toHaveCount(2);
  await sayTo(chatId, bela, ada, 'Hi!');
  await expect(log.getByText('Hi!')).toBeVisible();
  // What stands above the first messages does not move or go while they are read.
  await expect(log.getByText('You both like')).toBeVisible();
  await page.reload();
  await expect(log.getByText('Hi!')).toBeVisible();
  await expect(log.locator('img')).toHaveCount(2);
  await expect(log.getByText('You both like')).toHaveCount(0);
});

test.describe('on a touch screen @slow', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('consecutive long messages are equally wide', async ({ page, baseURL }) => {
    const { ada, bela, chatId } = await neighboursInChat(baseURL);
    for (const from of [ada, ada, bela, bela])
      await sayTo(chatId, from, from === ada ? bela : ada, 'x'.repeat(200));
    await enter(page, ada, `/chat/${chatId}`);
    const bubbles = page.getByRole('log').locator('[data-bubble]');
    await expect(bubbles).toHaveCount(4);
    const widths = await bubbles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(new Set(widths).size).toBe(1);
    // The width of the page, not of a column.
    expect(widths[0]).toBeGreaterThan(390 * 0.7);
  });
});
