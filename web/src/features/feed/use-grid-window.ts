import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../../first-paint/after-paint.ts';

/** How a grid of items of one size is laid out. */
interface Layout {
  columns: number;
  /** From one row to the next, in px. */
  pitch: number;
}

interface GridWindow extends Layout {
  /** The first row that is rendered, and the first after it that is not. */
  first: number;
  end: number;
}

/** How far from the view rows are rendered, in its heights: below the lesser as far as the greater. */
const READY = 1;
const WANTED = 2;

/** What stands with the first frame: its photo comes before those of others are asked for. */
const FIRST_ROW = { first: 0, end: 1 };

/** How a grid was laid out last: a list one comes back to has its whole length at once. */
let lastLayout: Layout = { columns: 1, pitch: 0 };

/**
 * Which items of a long grid are rendered: those in sight and those that soon may be, from `first` to before `end`.
 * Padding stands for the others, so that 500 people cost what ten do on a page as long as with all of them. It is
 * the page that scrolls; `count` is of all items.
 */
export function useGridWindow(count: number) {
  const ref = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState<GridWindow>(() => ({ ...lastLayout, ...FIRST_ROW }));
  const committed = useRef(shown);
  useLayoutEffect(() => {
    committed.current = shown;
  });

  useLayoutEffect(() => {
    const layout = ref.current && layoutOf(ref.current);
    if (layout) setShown({ ...layout, ...FIRST_ROW });
  }, []);

  useEffect(() => {
    const grid = ref.current;
    if (!grid) return;
    let asked: GridWindow | undefined;
    const update = (event?: Event) => {
      const layout = layoutOf(grid);
      if (!layout) return;
      // Where the focus is, what comes next is there at once: the next press of Tab would leave the grid for it.
      const now = event?.type === 'focusin';
      const known = (!now && asked) || committed.current;
      if (covers(known, rowsAround(grid, layout, READY))) return;
      const seen = rowsAround(grid, layout, 0);
      // After a jump nothing is in sight meanwhile.
      if (known.end <= seen.first || known.first >= seen.end) flushSync(() => setShown(seen));
      asked = rowsAround(grid, layout, WANTED);
      const wanted = asked;
      // Scrolling goes on while what comes near is made.
      (now ? flushSync : startTransition)(() => setShown(wanted));
    };
    const observer = new ResizeObserver(() => update());
    const cancel = afterPaint(() => observer.observe(grid));
    addEventListener('scroll', update, { passive: true });
    addEventListener('focusin', update);
    return () => {
      cancel();
      observer.disconnect();
      removeEventListener('scroll', update);
      removeEventListener('focusin', update);
    };
  }, []);

  const rows = Math.ceil(count / shown.columns);
  // Where the list has become shorter than the view is far down, its last row stays until the page has scrolled up.
  const end = Math.min(shown.end, rows);
  const first = Math.max(0, Math.min(shown.first, end - 1));
  return {
    ref,
    first: first * shown.columns,
    end: end * shown.columns,
    style: { paddingBlock: `${first * shown.pitch}px ${(rows - end) * shown.pitch}px` },
  };
}

/** Nothing for a grid without items. */
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

/** The rows that lie within so many heights of the view. */
function rowsAround(grid: HTMLElement, layout: Layout, heights: number): GridWindow {
  const { top } = grid.getBoundingClientRect();
  const margin = heights * innerHeight;
  const first = Math.max(0, Math.floor((-top - margin) / layout.pitch));
  const end = Math.max(first + 1, Math.ceil((innerHeight - top + margin) / layout.pitch));
  return { ...layout, first, end };
}

/** Whether one window has all rows of another that is laid out alike. */
function covers(one: GridWindow, other: GridWindow): boolean {
  return (
    one.columns === other.columns &&
    one.pitch === other.pitch &&
    one.first <= other.first &&
    one.end >= other.end
  );
}
