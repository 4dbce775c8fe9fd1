import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns the accessibility rules that a page violates, with the elements that violate each. */
export async function violationsOf(page: Page): Promise<string[]> {
  // What a bar at the edge of the screen covers by chance would count as too small, although it scrolls out.
  await page
    .locator('.docked')
    .evaluateAll((bars) => bars.forEach((bar) => ((bar as HTMLElement).style.position = 'static')));
  // The default mode opens another page for each run, to combine the findings of foreign frames: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Reports violations only: locating the elements that pass takes a third of the time.
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
