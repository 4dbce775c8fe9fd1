import { goOffline } from '@herenow/contract/presence';
import { listFeed } from '@herenow/contract/feed';
import { becomeVisible, type PublicPerson } from '@herenow/testing/public-person';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { linksInOrder } from './feed-cards.ts';
import { enter, quietPlace, someone } from './signed-in.ts';

test.use({ serviceWorkers: SERVICE_WORKERS, viewport: { width: 390, height: 844 } });
test.setTimeout(300_000);

test('200 people come and go during scrolling: nothing jumps, nobody is missed, nobody is shown twice', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  // The server no longer serves photos of people who have left.
  expectConsoleErrors(/\/photos\/.* 404/);
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at });
  const people: PublicPerson[] = [];
  for (let made = 0; made < 80; made += 1)
    people.push(await someone(`Person ${made}`, { baseURL, at: [at[0] + (made % 9) * 0.02, at[1]] }));
  for (const one of people.slice(0, 50)) await becomeVisible(one);
  const here = new Set(people.slice(0, 50).map(({ id }) => id));
  const leave = (one: PublicPerson) => one.call(goOffline, { body: { userId: one.id } });
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForResponse((response) => response.url().endsWith('/api/feed/changes'));

  const looked = () =>
    page.evaluate(() => {
      const card = document.elementFromPoint(195, 420)?.closest('li');
      return { link: card?.querySelector('a')?.getAttribute('href'), top: card?.getBoundingClientRect().top };
    });
  for (let event = 0; event < 200; event += 1) {
    const before = await looked();
    const one = people[(event * 37) % people.length]!;
    if (here.delete(one.id)) await leave(one);
    else {
      await becomeVisible(one);
      here.add(one.id);
    }
    expect(await looked()).toEqual(before);
    if (event % 10 === 9) {
      const pill = page.getByRole('button', { name: /new (person|people) nearby/ });
      const looking = await looked();
      if (await pill.isVisible()) await pill.click();
      expect(await looked()).toEqual(looking);
      await page.mouse.wheel(0, 700);
      await page.evaluate(
        () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
      );
    }
  }

  // Scrolls to the end until the page shows what the server has.
  const shown = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const pill = page.getByRole('button', { name: /new (person|people) nearby/ });
    if (await pill.isVisible()) await pill.click();
    const links = await linksInOrder(page);
    expect(new Set(links).size).toBe(links.length);
    return links;
  };
  const expected = async () => {
    const { json } = await ada.call(listFeed, { body: { userId: ada.id, limit: 50 } });
    const more = await ada.call(listFeed, { body: { userId: ada.id, limit: 50, skip: 50 } });
    return new Set([...json, ...more.json].map(({ id }) => `/profile/${id}`));
  };
  await expect
    .poll(async () => {
      const links = await shown();
      const wanted = await expected();
      return [...wanted].filter((link) => !links.includes(link));
    })
    .toEqual([]);
  await expect(page.getByText("You've seen all visible users")).toBeVisible();
  expect(await expected()).toEqual(new Set([...here].map((id) => `/profile/${id}`)));
});
