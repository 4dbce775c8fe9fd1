import type { Locator, Page } from '@playwright/test';

/** Numbers between 0 and 1, the same for the same seed. */
export function diceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Controls that lead out of the app, need a file or a camera, or end the account. */
const NEVER =
  /Sign|Delete Account|Delete account|Download|@|Terms|Polic|Passkey|Show that|Share|Two-step|Log In|Join|Legal|About|FAQ|Tips|Discover|Appeal|Data|Bring|Copy|Take a|Add|Home Zones|Password|Leave Quickly|photo/i;
/** Controls whose effects other users see. */
const TOLD =
  /Pin |Accept|Reject|Undo|Block|Report|Send|Go |Open chat|Extend|Unblock|new person|Edit|Delete|React|Say/;

const PATHS = [
  '/feed',
  '/chats',
  '/feed',
  '/chats',
  '/settings',
  '/my-profile',
  '/notifications',
  '/blocked-users',
  '/privacy-safety',
  '/two-step-sign-in',
  '/share-date',
  '/home-zones',
  '/your-data',
];
/** How long a control may be covered before another is tried. */
const TRY_MS = 2000;

export const openLayer = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog], [role=menu]').last();

/** Uses a random control of a page; returns what was done. Others see a new name with their next fetch. */
export async function actAtRandom(page: Page, dice: () => number): Promise<string> {
  const oneOf = <One>(all: readonly One[]): One => all[Math.floor(dice() * all.length)]!;
  const roll = dice();
  if (roll < 0.03) return await withoutNetwork(page, 4000 * dice());
  if (roll < 0.07) return await inBackground(page, 2500 * dice());
  if (roll < 0.1) {
    await page.reload();
    return 'reload';
  }
  if (roll < 0.15) {
    await page.goBack();
    if (page.url() === 'about:blank') await page.goto('/feed');
    return 'back';
  }
  if (roll < 0.24) {
    const to = oneOf(PATHS);
    await page.goto(to);
    return `open ${to}`;
  }
  const composer = page.getByRole('textbox', { name: 'Message' });
  if (roll < 0.5 && (await composer.isVisible())) {
    const text = `word ${Math.floor(dice() * 1000)}`;
    await composer.fill(text, { timeout: TRY_MS });
    await page.getByRole('button', { name: /^(?:Send|Save)$/ }).click({ timeout: TRY_MS });
    return `write ${text}`;
  }
  const offered = await controls(page);
  const told = offered.filter(({ label }) => TOLD.test(label));
  if (offered.length === 0) {
    await page.goto('/feed');
    return 'open /feed, as nothing else is offered';
  }
  const { control, label } = oneOf(told.length > 0 && dice() < 0.6 ? told : offered);
  await control.click({ timeout: TRY_MS });
  return `tap ${label}`;
}

async function controls(page: Page): Promise<{ control: Locator; label: string }[]> {
  const root = (await openLayer(page).isVisible()) ? openLayer(page) : page.locator('body');
  const all = root.locator(
    ['button:enabled', 'a[href^="/"]', '[role=menuitem]', '[role=switch]', 'input[type=checkbox]']
      .map((one) => `${one}:visible:not([inert] *)`)
      .join(),
  );
  const labels = await all.evaluateAll((elements) =>
    elements.map((one) => one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40)),
  );
  return labels.flatMap((label, at) => (NEVER.test(label) ? [] : [{ control: all.nth(at), label }]));
}

/**
 * The time without a network, or in the background, is drawn at random: it is what is tested, and waits for nothing.
 */
async function withoutNetwork(page: Page, ms: number): Promise<string> {
  await page.context().setOffline(true);
  await page.waitForTimeout(ms);
  await page.context().setOffline(false);
  return 'lose the network';
}

async function inBackground(page: Page, ms: number): Promise<string> {
  const show = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await show(true);
  await page.waitForTimeout(ms);
  await show(false);
  return 'go to the background';
}
