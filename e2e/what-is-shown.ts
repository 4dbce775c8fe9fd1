import type { Page } from '@playwright/test';

/** Elements shown for a moment: toasts, banners, the bar to undo, announcements, complaints about what was typed. */
const PASSING = '.toasts, [role=status]:not(main *), [role=status].sr-only, form [role=alert]';

/**
 * Returns the lines of a page's accessibility tree, with its title, that a reload of the page would show as well.
 * Leaves out legitimate differences.
 */
export async function whatIsShown(page: Page): Promise<string[]> {
  const hide = (hidden: boolean) =>
    page.evaluate(
      ([passing, value]) => {
        for (const one of document.querySelectorAll(passing)) one.toggleAttribute('hidden', value);
      },
      [PASSING, hidden] as const,
    );
  await hide(true);
  const tree = await page.locator('body').ariaSnapshot();
  await hide(false);
  const lines = tree.split('\n').flatMap((line) => steady(line) ?? []);
  const { pathname } = new URL(page.url());
  // Unsaved choices in a form belong to their tab.
  if (/-setup$|^\/my-profile$/.test(pathname)) return [await page.title()];
  return [await page.title(), ...(pathname === '/feed' ? whoIsThere(lines) : lines)];
}

/** Returns a line without its temporary parts; undefined if nothing else is in it. */
function steady(line: string): string | undefined {
  // The address of a photo depends on when it was issued.
  if (/- \/url: .*\/photos\//.test(line)) return undefined;
  return (
    line
      .replaceAll(/\b\d+:\d\d\b/g, 'TIME LEFT')
      .replaceAll(/\b(?:now|\d+[mh])(?=["\s:]|$)/g, 'AGE')
      // Unsent text belongs to its tab.
      .replace(/^(\s*- (?:textbox|searchbox|spinbutton|combobox|slider)\b[^:]*):.*$/, '$1')
      // The photo that is turned to.
      .replace(/- status: Photo \d of \d/, '- status')
      .replaceAll(/ \[(?:active|invalid)\]/g, '')
      .trimEnd()
  );
}

/**
 * Returns who is in the feed, by name and age. The order is left out: newcomers are inserted in view, not by distance,
 * and people who have left or have pinned the user keep their place until the feed is reloaded.
 */
function whoIsThere(lines: string[]): string[] {
  const starts = lines.flatMap((line, at) => (/^\s*- article/.test(line) ? [at] : []));
  const cards = starts.map((from, at) => lines.slice(from, starts[at + 1]));
  return cards
    .filter((card) => !card.some((line) => /Not here any more|Pinned you/.test(line)))
    .map((card) =>
      card
        .filter((line) => /heading|\/profile\//.test(line))
        .map((line) => line.trim())
        .join(' '),
    )
    .toSorted();
}
