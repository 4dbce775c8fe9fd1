import { noteFigures } from './figures.ts';

export type Cell = string | number | undefined;

/** Formats a cell: numbers from 100 on as whole ones with separated thousands, smaller ones with 1 or 2 decimals. */
function shown(value: Cell): string {
  if (value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** Returns a figure as a multiple of another, such as `0.57 ×`. */
export const ratio = (value: number, to: number): string => `${(value / to).toFixed(2)} ×`;

/** Prints rows under a heading, with right-aligned figures. */
export function printTable(title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]) {
  const lines = [columns, ...rows].map((row) => columns.map((_, index) => shown(row[index])));
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const text = lines.map((line) =>
    line
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!)))
      .join('  ')
      .trimEnd(),
  );
  noteFigures(title, columns, rows);
  console.log(
    `\n${title}\n\n${[text[0], widths.map((w) => '-'.repeat(w)).join('  '), ...text.slice(1)].join('\n')}`,
  );
}

/** A figure and the bar that it must not miss. */
export interface Bar {
  what: string;
  value: number;
  atLeast?: number;
  atMost?: number;
  unit?: string;
}

/** Prints each bar with the figure of this run, and whether it holds. */
export function printBars(bars: readonly Bar[]): void {
  const rows = bars.map(({ what, value, atLeast, atMost, unit = '×' }) => {
    const holds = value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity);
    const bar = atLeast === undefined ? `at most ${atMost} ${unit}` : `at least ${atLeast} ${unit}`;
    return [what, `${value.toFixed(2)} ${unit}`, bar, holds ? 'holds' : 'MISSED'];
  });
  if (rows.length > 0) printTable('Bars', ['', 'this run', 'bar', ''], rows);
}
