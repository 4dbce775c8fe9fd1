import { focusMain } from '../ui/focus-main.ts';

/**
 * Moves the focus when the element that has it is removed or becomes inert: to the row that takes its row’s place, to
 * the next row, to the containing part or, from a notice, back to where the focus came from. Otherwise the keyboard and
 * screen readers would start again at the top of the page.
 */

/**
 * The element with the focus, even from before this code loaded; undefined once the user has left it without focusing
 * another.
 */
let held = document.activeElement === document.body ? undefined : (document.activeElement as HTMLElement);
/** The elements that had the focus, the latest last. */
const trail: HTMLElement[] = [];
const REMEMBERED = 8;
/** Such a field opens the keyboard of a touch screen. */
const FIELD = 'textarea, input:not([type=checkbox], [type=radio], [type=range])';

/** Focuses an element without scrolling; returns whether that was possible. */
function take(element: HTMLElement | null | undefined): boolean {
  element?.focus({ preventScroll: true });
  return element === document.activeElement;
}

/** A press that repeats, such as that of a held key, must open the next row rather than act on it. */
function takeRow(row: Node | null): boolean {
  if (!(row instanceof HTMLLIElement)) return false;
  return take(row.querySelector<HTMLElement>('a[href]') ?? [...row.querySelectorAll('button')].at(-1));
}

function takeBack(): boolean {
  const touch = matchMedia('(pointer: coarse)').matches;
  return trail.toReversed().some((one) => !(touch && one.matches(FIELD)) && take(one));
}

function moveOn(lost: HTMLElement, changes: readonly MutationRecord[]): void {
  const removalOf = (node: Node) =>
    changes.findLast(({ removedNodes }) => [...removedNodes].some((one) => one.contains(node)));
  let removal = removalOf(lost);
  while (removal && !removal.target.isConnected) removal = removalOf(removal.target);
  const place = removal && (removal.target as Element);
  const page = lost.closest('main');
  // The next page takes the focus, perhaps later.
  if (!removal || !place || (page && !page.isConnected)) return focusMain();
  if ([...removal.removedNodes].some((node) => node instanceof HTMLLIElement && node.contains(lost)))
    if (takeRow(removal.nextSibling) || takeRow(removal.previousSibling)) return;
  const notice = place.closest('[role=status]');
  if (!notice && take(place.closest<HTMLElement>('[tabindex]'))) return;
  if ((!notice && place.closest('main')) || !takeBack()) focusMain();
}

/**
 * Moves the focus to the next row that takes it, else to the one before, else to the page. Only for the keyboard does
 * it scroll to a row out of view, so that nothing moves under a thumb.
 */
function leaveRow(row: Element): void {
  const byKeys = document.activeElement?.matches(':focus-visible');
  for (const way of ['nextElementSibling', 'previousElementSibling'] as const)
    for (let other = row[way]; other; other = other[way])
      if (takeRow(other)) {
        if (byKeys) other.scrollIntoView({ block: 'nearest' });
        return;
      }
  focusMain();
}

window.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  held = target;
  trail.push(target);
  trail.splice(0, trail.length - REMEMBERED);
});
window.addEventListener('focusout', () =>
  queueMicrotask(() => {
    if (held?.isConnected && document.activeElement === document.body) held = undefined;
  }),
);
new MutationObserver((changes) => {
  if (held && !held.isConnected && document.activeElement === document.body) moveOn(held, changes);
  // A page under a sheet is inert, too; the sheet has the focus then.
  const row = held?.closest('[inert]')?.closest('li');
  if (row && held === document.activeElement) leaveRow(row);
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['inert'] });
