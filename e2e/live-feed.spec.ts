import { withdrawPin } from '@herenow/contract/pins';
import { blockUser } from '@herenow/contract/safety';
import { becomeVisible } from '@herenow/testing/public-person';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { linksInOrder, placeOf } from './feed-cards.ts';
import { accept, chatOf, leave, neighbours, pin } from './meetings.ts';
import { enter, enterConnected, quietPlace, someone } from './signed-in.ts';

test.use({ serviceWorkers: SERVICE_WORKERS, viewport: { width: 390, height: 844 } });

test('newcomers are offered and inserted, people who leave fade, and nothing in view moves', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  // A photo still loading when its person left or was blocked is no longer served.
  expectConsoleErrors(/\/photos\/.*status of 404/);
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at });
  const people = await Promise.all(
    ['Bela', 'Chidi', 'Dana', 'Emil'].map((name) => someone(name, { baseURL, at })),
  );
  for (const one of people.slice(0, 3)) await becomeVisible(one);
  const watched = page.waitForResponse((response) => response.url().endsWith('/api/feed/changes'));
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article')).toHaveCount(3);
  await watched;
  const second = page.getByRole('article').nth(1);
  await second.evaluate((card) => card.scrollIntoView({ block: 'center' }));
  const place = () => second.evaluate((card) => card.getBoundingClientRect().top);
  const before = await place();

  const emil = people[3]!;
  await becomeVisible(emil);
  const pill = page.getByRole('button', { name: '1 new person nearby' });
  await expect(pill).toBeVisible();
  expect(await place()).toBe(before);
  await pill.click();
  await expect(pill).toHaveCount(0);
  expect(await place()).toBe(before);
  await expect(placeOf(page, 3).getByRole('heading')).toContainText('Emil');

  await leave(emil);
  await expect(placeOf(page, 3)).toContainText('Not here any more');
  // The controls on the card can be reached neither by touch nor by keyboard.
  await expect(placeOf(page, 3).locator('article')).toHaveAttribute('inert');
  expect(await place()).toBe(before);
  // The person is visible again: the same card returns, once.
  await becomeVisible(emil);
  await expect(placeOf(page, 3).locator('article')).not.toHaveAttribute('inert');
  await expect(placeOf(page, 3).getByRole('button', { name: 'Pin Emil' })).toBeVisible();
  expect(await linksInOrder(page)).toHaveLength(4);

  // A block on another device takes effect here.
  await page.evaluate(() => scrollTo(0, 0));
  const title = (await placeOf(page, 1).getByRole('heading').textContent())!;
  const first = people.find(({ name }) => title.startsWith(name))!;
  await ada.call(blockUser, { body: { userId: ada.id, userToBlockId: first.id } });
  await expect(placeOf(page, 1)).toContainText('Not here any more');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
  await expect.poll(async () => (await linksInOrder(page)).length).toBe(3);
});

test('an open profile shows that its person has left, and is there again @slow', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  // A person who has left has no profile.
  expectConsoleErrors(/status of 404/);
  const at = quietPlace();
  const [ada, bela] = [await someone('Ada', { baseURL, at }), await someone('Bela', { baseURL, at })];
  await becomeVisible(bela);
  const follows = page.waitForResponse((response) => response.url().endsWith('/api/feed/changes'));
  await enter(page, ada, '/feed');
  await follows;
  await page.getByRole('link', { name: /^Bela/ }).click();
  const visible = page.getByText(/^Visible for/);
  await expect(visible).toBeVisible();
  await leave(bela);
  await expect(visible).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Bela');
  await becomeVisible(bela);
  await expect(visible).toBeVisible();
});

test('a profile that was opened by its address shows it, too @slow', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  // A person who has left has no profile.
  expectConsoleErrors(/status of 404/);
  const { ada, bela } = await neighbours(baseURL);
  await enterConnected(page, ada, `/profile/${bela.id}`);
  const visible = page.getByText(/^Visible for/);
  await expect(visible).toBeVisible();
  // A painted page may not listen yet.
  await expect(async () => {
    await leave(bela);
    await expect(visible).toHaveCount(0, { timeout: 3000 });
  }).toPass();
  await becomeVisible(bela);
  await expect(visible).toBeVisible();
});

test('a person who pins the user can be answered in place in the feed @slow', async ({ page, baseURL }) => {
  const at = quietPlace();
  const [ada, bela, chidi] = await Promise.all([
    someone('Ada', { baseURL, at }),
    someone('Bela', { baseURL, at }),
    someone('Chidi', { baseURL, at }),
  ]);
  for (const one of [ada, bela, chidi]) await becomeVisible(one);
  const follows = page.waitForResponse((response) => response.url().endsWith('/api/feed/changes'));
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article')).toHaveCount(2);
  await follows;
  await pin(bela, ada);
  await pin(chidi, ada);
  const card = (name: string) => page.getByRole('article').filter({ hasText: name });
  for (const name of ['Bela', 'Chidi']) {
    await expect(card(name)).toContainText('Pinned you');
    await expect(card(name)).not.toHaveAttribute('inert');
  }
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  await expect(card('Bela')).toHaveCount(0);
  expect((await chatOf(bela, ada)).pinStatus).toBe('accepted');
  // Once the pin is answered on another device, there is nothing left to answer here.
  await accept(ada, (await chatOf(chidi, ada)).id);
  await expect(card('Chidi')).toHaveCount(0);
});

test('a pin made on another device removes the card, and its undo restores it @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL);
  const follows = page.waitForResponse((response) => response.url().endsWith('/api/feed/changes'));
  await enter(page, ada, '/feed');
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await follows;
  await pin(ada, bela);
  await expect(card).toHaveCount(0);
  await ada.call(withdrawPin, { body: { userId: ada.id, pinnedUserId: bela.id } });
  await expect(card).toHaveCount(1);
  await expect(card).not.toHaveAttribute('inert');
});

test('changes of the feed that could not be fetched are fetched again @slow', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  expectConsoleErrors(/net::ERR|\/photos\/.*status of 404/);
  const { ada, bela } = await neighbours(baseURL);
  const follows = page.waitForResponse((response) => response.url().endsWith('/api/feed/changes'));
  await enter(page, ada, '/feed');
  await follows;
  await page.route('**/api/feed/changes', (route) => route.abort(), { times: 1 });
  await leave(bela);
  await expect(page.getByRole('article')).toContainText('Not here any more');
});

test('becoming visible on one device shows on the other', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  // From its first request for changes on, the page receives all of them.
  const follows = page.waitForResponse((response) => response.url().endsWith('/api/feed/changes'));
  await enter(page, ada, '/feed');
  await expect(page.getByText('No one is visible right now')).toBeVisible();
  await follows;
  await becomeVisible(ada);
  await expect(page.getByRole('button', { name: /^You are visible/ })).toBeVisible();
  await leave(ada);
  await expect(page.getByRole('button', { name: /^You are offline/ })).toBeVisible();
});
