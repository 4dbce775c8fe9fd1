import type { Page } from '@playwright/test';
import type Axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Minified, because it is passed to every screen, which takes longer than the check itself. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the accessibility rules that a page violates, with the elements that violate each. */
export async function violationsOf(page: Page): Promise<string[]> {
  // A target that a bar at the edge of the screen happens to cover would count as too small, although it scrolls into
  // view.
  await page
    .locator('.docked')
    .evaluateAll((bars) => bars.forEach((bar) => ((bar as HTMLElement).style.position = 'static')));
  await page.evaluate(AXE);
  return await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    // Locating the elements that pass, too, would take a third of the time.
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }, RULES);
}

/** The wording of these is specified. */
const AS_SPECIFIED = ['Go offline', 'Go back to all chats', 'Say something'];

/** Returns the texts of buttons and entries of menus that are not in Title Case (docs/design.md, "Voice"). */
export async function lowerCaseOf(page: Page): Promise<string[]> {
  const texts = await page
    .locator('.pressable, [role=menuitem]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.trim()));
  return texts.filter((text) => /(?:^|\s)\p{Ll}{4}/u.test(text) && !AS_SPECIFIED.includes(text));
}
