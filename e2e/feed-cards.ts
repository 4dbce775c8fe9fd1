import type { Locator, Page } from '@playwright/test';

const listOf = (page: Page) => page.getByRole('main').getByRole('list').first();

/** Returns the card at a position in the feed, counted from 1; it exists only if it is near the viewport. */
export const placeOf = (page: Page, place: number): Locator =>
  listOf(page).locator(`> li[aria-posinset="${place}"]`);

/** Returns how many cards the feed has, including those away from the viewport; in one column only. */
export const lengthOf = (page: Page): Promise<number> =>
  listOf(page).evaluate((list) => {
    const gap = Number.parseFloat(getComputedStyle(list).rowGap);
    const { height } = list.firstElementChild!.getBoundingClientRect();
    return Math.round((list.getBoundingClientRect().height + gap) / (height + gap));
  });

/** Scrolls to where the card at a position in the feed, counted from 1, is or will be. */
export async function scrollToPlace(page: Page, place: number): Promise<void> {
  await listOf(page).evaluate((list, at) => {
    const style = getComputedStyle(list);
    const pitch = list.firstElementChild!.getBoundingClientRect().height + Number.parseFloat(style.rowGap);
    const row = Math.floor((at - 1) / style.gridTemplateColumns.split(' ').length);
    // Stops below the bar that stays at the top.
    scrollTo(0, scrollY + list.getBoundingClientRect().top + row * pitch - 100);
  }, place);
}

/** Returns the links of all loaded cards in order, found by scrolling from the first to the last. */
export async function linksInOrder(page: Page): Promise<string[]> {
  const links = new Map<number, string>();
  await page.evaluate(() => scrollTo(0, 0));
  for (let atEnd = false; !atEnd;) {
    const seen = await listOf(page).evaluate(async (list) => {
      // Below them are places of cards to come.
      const cards = () => [...list.querySelectorAll(':scope > [aria-posinset]')];
      const filled = () => {
        const { top, bottom } = list.getBoundingClientRect();
        const first = cards()[0]!.getBoundingClientRect();
        const last = cards().at(-1)!.getBoundingClientRect();
        return first.top <= Math.max(0, top) + 1 && last.bottom >= Math.min(innerHeight, bottom) - 1;
      };
      // Waits until everything that was scrolled into the viewport is rendered.
      while (!filled()) await new Promise((resolve) => requestAnimationFrame(resolve));
      const shown = cards().map((item): [number, string] => [
        Number(item.getAttribute('aria-posinset')),
        item.querySelector('a')!.getAttribute('href')!,
      ]);
      scrollBy(0, innerHeight);
      const page = document.documentElement;
      return { shown, last: scrollY + innerHeight >= page.scrollHeight - 1 };
    });
    atEnd = seen.last && seen.shown.every(([place]) => links.has(place));
    for (const [place, link] of seen.shown) links.set(place, link);
  }
  return [...links].toSorted(([one], [other]) => one - other).map(([, link]) => link);
}
