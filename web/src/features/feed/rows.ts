/**
 * Returns the positions of visible rows, counted in people: `middle` is the index after the row in the middle of the
 * viewport, `last` that after the last visible row. Without a list both are 0.
 */
export function rowInView(): { middle: number; last: number } {
  const list = document.querySelector('main ul');
  const card = list?.querySelector(':scope > li[aria-posinset]');
  if (!list || !card) return { middle: 0, last: 0 };
  const style = getComputedStyle(list);
  const columns = style.gridTemplateColumns.split(' ').length;
  const pitch = card.getBoundingClientRect().height + Number.parseFloat(style.rowGap);
  const { top } = list.getBoundingClientRect();
  const rowsTo = (y: number) => Math.max(0, Math.floor((y - top) / pitch) + 1) * columns;
  return { middle: rowsTo(window.innerHeight / 2), last: rowsTo(window.innerHeight) };
}
