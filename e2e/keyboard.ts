import { expect, type Locator, type Page } from '@playwright/test';

const STOPS = 90;

/**
 * Returns whether a user can see that the element has the focus: by an outline on it, or on what is drawn for it, or by
 * the darker edge of a field.
 */
function focusShows(element: Element): boolean {
  // The knob of a slider carries the outline, and its style cannot be read by a script.
  if (element.matches('input[type=range]')) return element.matches(':focus-visible');
  const ink = getComputedStyle(document.body).color;
  const outlined = (style: CSSStyleDeclaration) =>
    style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
  const drawn = [element, element.nextElementSibling, element.closest('label')].filter((one) => one !== null);
  return (
    drawn.some((one) => outlined(getComputedStyle(one))) ||
    outlined(getComputedStyle(element, '::after')) ||
    getComputedStyle(element).borderTopColor === ink
  );
}

/**
 * Presses Tab until the target has the focus. Fails if the focus is not visible there, or the target cannot be reached.
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      // The edge of a field changes colour over a moment.
      await expect.poll(() => target.evaluate(focusShows), `the focus on ${target.toString()}`).toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${target.toString()} cannot be reached with ${key}.`);
}

export async function tabAndPress(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Expects the focus to be inside a sheet, dialog or menu. */
export async function expectFocusIn(panel: Locator): Promise<void> {
  await panel.waitFor();
  await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

/** Closes a panel with Escape and expects the focus to return to the element that opened it. */
export async function escapeTo(page: Page, panel: Locator, opener: Locator): Promise<void> {
  await expectFocusIn(panel);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(opener).toBeFocused();
}

/** Moves through an open menu with the arrow keys and activates one of its items. */
export async function choose(page: Page, item: Locator): Promise<void> {
  await expectFocusIn(page.getByRole('menu'));
  const down = async () => {
    const there = await item.evaluate((element) => element === document.activeElement);
    if (!there) await page.keyboard.press('ArrowDown');
    return there;
  };
  // The usual pauses between tries would be between all items of the menu.
  await expect.poll(down, { intervals: [20] }).toBe(true);
  await page.keyboard.press('Enter');
}
