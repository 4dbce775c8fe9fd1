import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What of a page shuts somebody out: broken rules of accessibility, with the elements that break each. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Its other mode opens a page more for each look, to put the findings of foreign frames together: there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Of what keeps the rules, nothing is told: to say where it stands takes a third of the time.
  const { violations } = await axe
    .options({ resultTypes: ['violations'] })
    .withTags(RULES)
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}
