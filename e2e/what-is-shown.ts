import type { Page } from '@playwright/test';

/** What lies over a page for a moment: toasts, banners, the bar to undo, what is read out. */
const PASSING = '.Toastify, [role=status]:not(main *), [role=status].sr-only';

/**
 * Returns the lines of a page's accessibility tree, with its title, that a reload of the page would show as well. Left
 * out is what differs for a reason.
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
  // What was chosen in a form and not saved belongs to its tab.
  if (/-setup$|^\/my-profile$/.test(pathname)) return [await page.title()];
  return [await page.title(), ...(pathname === '/feed' ? whoIsThere(lines) : lines)];
}

/** Returns a line without what passes by itself, and undefined for one of it alone. */
function steady(line: string): string | undefined {
  // The address of a photo tells when it was handed out.
  if (/- \/url: .*\/photos\//.test(line)) return undefined;
  return (
    line
      .replaceAll(/\b\d+:\d\d\b/g, 'TIME LEFT')
      .replaceAll(/\b(?:now|\d+[mh])(?=["\s:]|$)/g, 'AGE')
      // Words that were not sent belong to their tab.
      .replace(/^(\s*- (?:textbox|searchbox|spinbutton|combobox|slider)\b[^:]*):.*$/, '$1')
      // Which photo one has turned to.
      .replace(/- status: Photo \d of \d/, '- status')
      .replaceAll(/ \[active\]/g, '')
      .trimEnd()
  );
}

/**
 * Returns who is in the feed, by name and age. Newcomers stand where one looks, not by distance; who has left, or has pinned one, keeps
 * their place until the feed is loaded again.
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
