import type { Page, Route } from '@playwright/test';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { neighbours } from './meetings.ts';
import { ACTS, type Scene } from './reloaded-acts.ts';
import { enterConnected } from './signed-in.ts';

test.use({ ...PHONE, expectedErrors: REFUSED });

/** Without these, a user may be seen, or bothered, who has just ended that; the others are slow tests. */
const QUICK = ['going offline', 'a block from a profile'];

/**
 * Holds the next change back, on its way to the server or on the way back, until `release` is called; `held` settles once
 * it is.
 */
async function holdChange(page: Page, call: string, answered: boolean) {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let first: Route | undefined;
  await page.route(call, async (route) => {
    if (first || route.request().method() === 'GET') return route.fallback();
    first = route;
    if (answered) await route.fetch();
    held.resolve();
    await released.promise;
    // The page may be gone, and the request with it.
    await (answered ? route.abort() : route.continue()).catch(() => undefined);
  });
  return { held: held.promise, release: () => released.resolve() };
}

for (const one of ACTS)
  for (const [when, answered] of [
    ['before it has arrived', false],
    ['before its answer', true],
  ] as const) {
    const slow = QUICK.includes(one.what) && !answered ? '' : ' @slow';
    test(`a page that is reloaded after ${one.what}, ${when}, shows what came of it${slow}`, async ({
      page,
      baseURL,
    }) => {
      const scene: Scene = { ...(await neighbours(baseURL)), page, chatId: '' };
      await one.before?.(scene);
      await enterConnected(page, scene.ada, one.path(scene));
      const { held, release } = await holdChange(page, one.call, answered);
      await one.act(scene);
      if (!one.delayed) await held;
      // What closes over the page goes back in its history, which may end a reload that has just begun.
      await expect(() => page.reload({ timeout: 15_000 })).toPass();
      release();
      await expect.poll(() => one.read(scene)).toEqual(one.done);
      await one.shown(page);
    });
  }
