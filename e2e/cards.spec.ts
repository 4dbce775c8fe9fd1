import type { FeedItem } from '@herenow/contract/entities';
import { hold, refuse, sent, unanswered } from './answers.ts';
import { leave, neighbours } from './meetings.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter, threePhotos } from './signed-in.ts';

const FEED = '**/api/feed';

test.use({ ...PHONE, expectedErrors: REFUSED });

test('a pin shows one toast for two seconds', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  const asked = sent(page, '/api/user/pin-user');
  await enter(page, ada, '/feed');
  const pin = page.getByRole('button', { name: 'Pin Bela' });
  const shownFor = (text: string) =>
    page
      .locator('.toast', { hasText: text })
      .locator('.toast-clock')
      .evaluate((bar) => getComputedStyle(bar).animationDuration);
  await refuse(page, '**/api/user/pin-user', 409, 'already pinned');
  await pin.click();
  await expect(page.getByText('Bela is already pinned.')).toBeVisible();
  await page.unroute('**/api/user/pin-user');
  await unanswered(page, '**/api/user/pin-user');
  await pin.click();
  await expect(page.getByText('Pin user failed')).toBeVisible();
  await page.unroute('**/api/user/pin-user');
  await expect(page.getByRole('article')).toHaveCount(1);
  asked.length = 0;
  await pin.dblclick();
  await expect(page.getByText('You Pinned Bela!')).toBeVisible();
  expect(await shownFor('You Pinned Bela!')).toBe('2s');
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText('You Pinned Bela!')).toBeHidden();
  expect(asked).toHaveLength(1);
});

test('a user who is not Online is asked to go visible instead of pinning @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await leave(ada);
  const asked = sent(page, '/api/user/pin-user');
  await enter(page, ada, '/feed');
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  await expect(page.getByRole('dialog', { name: 'Go Visible' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('photos turn by dragging, in a ring, and a drag opens no profile @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL, { pictures: await threePhotos() });
  await enter(page, ada, '/feed');
  const card = page.getByRole('article');
  await expect(card).toBeVisible();
  const shown = card.getByRole('status');
  const box = (await card.boundingBox())!;
  const drag = async (dx: number) => {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + 4, { steps: 5 });
    await page.mouse.up();
  };
  await drag(-60);
  await expect(shown).toHaveText('Photo 2 of 3');
  await drag(-45);
  await expect(shown).toHaveText('Photo 2 of 3');
  await drag(60);
  await drag(60);
  await expect(shown).toHaveText('Photo 3 of 3');
  await drag(-60);
  await expect(shown).toHaveText('Photo 1 of 3');
  await drag(15);
  await expect(shown).toHaveText('Photo 1 of 3');
  await expect(page).toHaveURL(/\/feed$/);
  await drag(6);
  await expect(page).toHaveURL(`/profile/${bela.id}`);
});

test('a photo that fails is requested once more without the cache, then a placeholder is drawn @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  const tries: string[] = [];
  let firstOnly = true;
  await page.route('**/photos/**', (route) => {
    const url = route.request().url();
    tries.push(url);
    return firstOnly && url.includes('retry=') ? route.continue() : route.abort();
  });
  await enter(page, ada, '/feed');
  const photo = page.getByRole('article').getByRole('img');
  await expect(photo).toHaveAttribute('src', /[?&]retry=\d+$/);
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const retries = () => tries.filter((url) => url.includes('retry='));
  expect(retries()).toHaveLength(1);

  firstOnly = false;
  tries.length = 0;
  await page.reload();
  await expect(photo).toHaveAttribute('src', '/photo-placeholder.svg');
  expect(retries()).toHaveLength(1);
});

test('missing data of a person is replaced by defaults @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await page.route(FEED, async (route) => {
    const response = await route.fetch();
    const items = (await response.json()) as FeedItem[];
    const bare = items.map((item) => ({ ...item, photos: [], age: null, onlineUntil: null, username: '' }));
    await route.fulfill({ response, json: bare });
  });
  // A change of the feed, or of the open profile once the socket is there, would bring what is missing.
  for (const news of [`${FEED}/changes`, `**/api/user/${bela.id}`]) await hold(page, news);
  await enter(page, ada, '/feed');
  const card = page.getByRole('article');
  await expect(card.getByRole('heading')).toHaveText('Bela, 25');
  await expect(card.getByRole('img')).toHaveAttribute('src', '/photo-placeholder.svg');
  await card.getByRole('link').click();
  await expect(page.getByText('Visible for 2:00')).toBeVisible();
});

test('the sides of a photo turn it, its middle shows it whole, and Escape leaves it @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL, { pictures: await threePhotos() });
  await enter(page, ada, `/profile/${bela.id}`);
  const photo = page.getByRole('group', { name: 'Photos of Bela' });
  const box = (await photo.first().boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.9, box.y + box.height * 0.4);
  await expect(photo.getByRole('status')).toHaveText('Photo 2 of 3');
  await page.mouse.click(box.x + box.width * 0.1, box.y + box.height * 0.4);
  await expect(photo.getByRole('status')).toHaveText('Photo 1 of 3');
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.4);
  const whole = page.getByRole('dialog', { name: 'Photos of Bela' });
  await expect(whole).toBeVisible();
  await page.mouse.click(box.x + box.width * 0.9, box.y + box.height * 0.4);
  await expect(whole.getByRole('status')).toHaveText('Photo 2 of 3');
  await page.keyboard.press('Tab');
  await expect.poll(() => whole.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(whole).toHaveCount(0);
  const opener = page.getByRole('button', { name: 'Show the whole photo' });
  await opener.press('Enter');
  await whole.getByRole('button', { name: 'Close' }).click();
  await expect(whole).toHaveCount(0);
  await expect(opener).toBeFocused();
});
