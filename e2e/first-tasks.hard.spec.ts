import { HOUR_MS } from '@herenow/contract/constants';
import { goOnline } from '@herenow/contract/presence';
import { becomeVisible } from '@herenow/testing/public-person';
import type { Locator, Page } from '@playwright/test';
import { chatsOf, meet, neighbours, pin } from './meetings.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { enter, quietPlace, someone } from './signed-in.ts';

test.use(PHONE);

/** How long a person takes to look around and reach a control, in addition to the app's own time. */
const REACH_SECONDS = 2;

/** Does a task as a person would who sees these screens for the first time: only by what is in the viewport. */
function begin(page: Page, task: string) {
  const start = performance.now();
  const steps: string[] = [];
  let taps = 0;
  const note = (what: string) =>
    steps.push(
      `${((performance.now() - start) / 1000).toFixed(1)} s  ${new URL(page.url()).pathname}: ${what}`,
    );
  return {
    async tap(control: Locator): Promise<void> {
      await expect(control).toBeInViewport({ ratio: 0.9 });
      taps += 1;
      note(`tap ${await control.evaluate((one) => one.ariaLabel || one.textContent.trim())}`);
      await control.click();
    },
    async sees(what: Locator): Promise<void> {
      await expect(what).toBeInViewport();
      note(`see ${(await what.innerText()).replaceAll(/\s+/g, ' ').slice(0, 60)}`);
    },
    /** Prints the steps and expects the taps and screens. Prints the seconds only, since they depend on the machine. */
    end(most: { taps: number; screens: string[] }): void {
      const seconds = (performance.now() - start) / 1000;
      const estimate = seconds + taps * REACH_SECONDS;
      console.log(
        `${task}: ${taps} taps, ${seconds.toFixed(1)} s of the app, about ${estimate.toFixed(0)} s by hand\n  ${steps.join('\n  ')}`,
      );
      expect(taps, task).toBeLessThanOrEqual(most.taps);
      const screens = steps.map((step) => step.replace(/^.*? {2}(\/[a-z-]*).*$/, '$1'));
      expect(screens.filter((screen, at) => screen !== screens[at - 1])).toEqual(most.screens);
    },
  };
}

test('see who pinned me, and answer', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL, { tags: ['coffee', 'jazz night'] });
  await pin(bela, ada);
  await enter(page, ada, '/feed');
  const pinned = page.getByRole('navigation').getByRole('link', { name: /^Pinned/ });
  await expect(pinned).toContainText('1');
  const { tap, sees, end } = begin(page, 'See who pinned me, and answer');
  await tap(pinned);
  await tap(page.getByRole('link', { name: /^Profile of Bela/ }));
  await sees(page.getByRole('heading', { name: /^Bela/ }));
  await tap(page.getByRole('button', { name: 'Accept Bela' }));
  await sees(
    page.getByRole('dialog', { name: 'You and Bela' }).getByRole('heading', { name: 'You and Bela' }),
  );
  end({ taps: 3, screens: ['/feed', '/chats', '/profile'] });
});

test('find somebody with a common idea', async ({ page, baseURL }) => {
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at, tags: ['jazz night', 'coffee'] });
  for (const [name, tags] of [
    ['Bela', ['hiking']],
    ['Chidi', ['bowling']],
    ['Dana', ['jazz night', 'brunch']],
  ] as const) {
    const one = await someone(name, { baseURL, at: [at[0], at[1] + 0.02], tags: [...tags] });
    await becomeVisible(one);
  }
  await enter(page, ada, '/feed');
  await expect(page.getByRole('article')).toHaveCount(3);
  const { tap, sees, end } = begin(page, 'Find somebody with a common idea');
  await tap(page.getByRole('button', { name: 'Filter' }));
  await tap(page.getByRole('dialog').getByRole('switch', { name: 'Likes what I like' }));
  await tap(page.getByRole('dialog').getByRole('button', { name: /^(Show|Apply)/ }));
  await tap(page.getByRole('link', { name: /^Dana/ }));
  await sees(page.getByText('You both like the one that is marked.'));
  end({ taps: 4, screens: ['/feed', '/profile'] });
});

test('widen an empty feed', async ({ page, baseURL }) => {
  const at = quietPlace();
  const ada = await someone('Ada', { baseURL, at, maxDistanceKm: 3 });
  await becomeVisible(await someone('Bela', { baseURL, at: [at[0], at[1] + 0.12] }));
  await enter(page, ada, '/feed');
  await expect(page.getByText('No one is visible right now')).toBeVisible();
  const { tap, sees, end } = begin(page, 'Widen an empty feed');
  // Each tap widens the distance, until a person is found.
  const widen = page.getByRole('button', { name: /^Look Within \d+ km$/ });
  const card = page.getByRole('link', { name: /^Bela/ });
  for (let tries = 0; tries < 4 && (await card.count()) === 0; tries += 1) {
    const name = await widen.innerText();
    await tap(widen);
    await expect(card.or(widen.filter({ hasNotText: name }))).toBeVisible();
  }
  await sees(card);
  end({ taps: 4, screens: ['/feed'] });
});

test('undo a mistaken pin', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  const { tap, sees, end } = begin(page, 'Undo a mistaken pin');
  await tap(page.getByRole('button', { name: 'Pin Bela' }));
  await tap(page.getByRole('button', { name: 'Undo' }));
  await sees(page.getByRole('link', { name: /^Bela/ }));
  expect(await chatsOf(bela)).toEqual([]);
  end({ taps: 2, screens: ['/feed'] });
});

test('extend a session from within a chat', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  const chatId = await meet(bela, ada);
  const onlineUntil = new Date(Date.now() + 9 * 60_000).toISOString();
  await ada.call(goOnline, { body: { userId: ada.id, onlineUntil } });
  await enter(page, ada, `/chat/${chatId}`);
  const { tap, sees, end } = begin(page, 'Extend a session from within a chat');
  await tap(page.getByRole('button', { name: 'Extend?' }));
  await sees(page.getByText('You’re here for 3 more hours.'));
  const left = Date.parse((await ada.user()).onlineUntil!) - Date.now();
  expect(left).toBeGreaterThan(2.9 * HOUR_MS);
  end({ taps: 1, screens: ['/chat'] });
});
