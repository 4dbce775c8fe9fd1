import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../../first-paint/after-paint.ts';

/** The layout of a grid of items of one size. */
interface Layout {
  columns: number;
  /** From one row to the next, in px. */
  pitch: number;
}

interface GridWindow extends Layout {
  /** The first rendered row, and the first row after the rendered ones. */
  first: number;
  end: number;
}

/**
 * Distances from the viewport, in viewport heights: once rows within the first are missing, those within the second are
 * rendered.
 */
const READY = 1;
const WANTED = 2;

/** The rows of the first frame: their photos load before those of the others are requested. */
const FIRST_ROW = { first: 0, end: 1 };

/**
 * The latest layout, so that a list the user returns to has its full height at once; initially that of a phone, with
 * cards of 3:4 between margins of 20 px.
 */
let lastLayout: Layout = { columns: 1, pitch: ((innerWidth - 40) * 4) / 3 + 20 };

/**
 * Returns which items of a long grid to render: those in and near the viewport, from `first` to before `end`, and below
 * them the places of the next row, one for each of `columns`. Padding replaces the others, so that 500 people cost as
 * much as ten while the page keeps its height. The page itself scrolls; `count` is the number of all items.
 */
export function useGridWindow(count: number) {
  const ref = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<GridWindow>(() => ({ ...lastLayout, ...FIRST_ROW }));
  const committed = useRef(shown);
  useLayoutEffect(() => {
    committed.current = shown;
  });

  useLayoutEffect(() => {
    // One column, as on a phone held upright (in px), needs no measuring, which would hold up the first card.
    const layout = innerWidth > 432 && ref.current && layoutOf(ref.current);
    if (layout) setShown({ ...layout, ...FIRST_ROW });
  }, []);

  useEffect(() => {
    const grid = ref.current;
    if (!grid) return;
    let asked: GridWindow | undefined;
    const update = (event?: Event) => {
      const layout = layoutOf(grid);
      if (!layout) return;
      // Renders at once around the focus: otherwise the next press of Tab would leave the grid.
      const now = event?.type === 'focusin';
      const known = (!now && asked) || committed.current;
      if (covers(known, rowsAround(grid, layout, READY))) return;
      const seen = rowsAround(grid, layout, 0);
      // After a jump, nothing rendered is visible until this.
      if (known.end <= seen.first || known.first >= seen.end) flushSync(() => setShown(seen));
      asked = rowsAround(grid, layout, WANTED);
      const wanted = asked;
      // A transition keeps scrolling responsive while nearby rows render.
      (now ? flushSync : startTransition)(() => setShown(wanted));
    };
    const observer = new ResizeObserver(() => update());
    const cancel = afterPaint(() => observer.observe(grid));
    addEventListener('scroll', update, { passive: true });
    grid.addEventListener('focusin', update);
    return () => {
      cancel();
      observer.disconnect();
      removeEventListener('scroll', update);
    };
  }, []);

  const rows = Math.ceil(count / shown.columns);
  // If the list has become shorter than the scroll position, its last row stays until the page has scrolled up.
  const end = Math.min(shown.end, rows);
  const first = Math.max(0, Math.min(shown.first, end - 1));
  return {
    ref,
    first: first * shown.columns,
    end: end * shown.columns,
    columns: shown.columns,
    style: {
      paddingBlock: `${first * shown.pitch}px ${Math.max(0, rows - end - 1) * shown.pitch}px`,
      // Items that do not fill the first row stand in its middle.
      translate: `max(0px,(50% + 10px)*${1 - count / shown.columns})`,
    },
  };
}

/** Returns undefined for a grid without items. */
function layoutOf(grid: HTMLElement): Layout | undefined {
  const item = grid.firstElementChild;
  if (!item) return;
  const style = getComputedStyle(grid);
  lastLayout = {
    columns: style.gridTemplateColumns.split(' ').length,
    pitch: item.getBoundingClientRect().height + Number.parseFloat(style.rowGap),
  };
  return lastLayout;
}

/** Returns the rows within this many viewport heights of the viewport. */
function rowsAround(grid: HTMLElement, layout: Layout, heights: number): GridWindow {
  const { top } = grid.getBoundingClientRect();
  const margin = heights * innerHeight;
  const first = Math.max(0, Math.floor((-top - margin) / layout.pitch));
  const end = Math.max(first + 1, Math.ceil((innerHeight - top + margin) / layout.pitch));
  return { ...layout, first, end };
}

/** Returns whether one window has all rows of another with the same layout. */
function covers(one: GridWindow, other: GridWindow): boolean {
  return (
    one.columns === other.columns &&
    one.pitch === other.pitch &&
    one.first <= other.first &&
    one.end >= other.end
  );
}
