import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The last values of each figure by its name, the latest at the end. */
export type Figures = Record<string, number[]>;

/** How many earlier runs are kept, whose spread counts as noise. */
const KEPT = 5;
/** The share by which a figure may lie outside those of earlier runs, however close to each other they were. */
const NOISE = 0.1;

function numberOf(cell: unknown): number | undefined {
  const value = typeof cell === 'string' ? Number(/^([\d.]+) ×$/.exec(cell)?.[1] ?? Number.NaN) : cell;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Adds the figures of a table to the file of this run, if there is one. */
export function noteFigures(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): void {
  const file = process.env.BENCH_FIGURES;
  if (file === undefined) return;
  for (const [name, ...cells] of rows)
    for (const [index, cell] of cells.entries()) {
      const value = numberOf(cell);
      const figure = [title.replace(/ \(.*/s, ''), String(name), columns[index + 1]].join(' · ');
      if (value !== undefined) appendFileSync(file, `${JSON.stringify([figure, value])}\n`);
    }
}

/** Returns the figures that the tables of a run have added; figures of the same name are numbered in their order. */
export function notedIn(file: string): Map<string, number> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const noted = new Map<string, number>();
  for (const line of lines) {
    const [figure, value] = JSON.parse(line) as [string, number];
    let name = figure;
    for (let turn = 2; noted.has(name); turn += 1) name = `${figure} · ${turn}`;
    noted.set(name, value);
  }
  return noted;
}

/** Returns the figures of a run that lie outside those of earlier runs by more than noise, as rows of a table. */
export function movedSince(before: Figures, now: ReadonlyMap<string, number>): (string | number)[][] {
  return [...now].flatMap(([figure, value]) => {
    const known = before[figure];
    if (!known?.length) return [];
    const [least, most] = [Math.min(...known), Math.max(...known)];
    if (value >= least * (1 - NOISE) && value <= most * (1 + NOISE)) return [];
    const last = known.at(-1)!;
    return [[figure, last, value, `${(value / last).toFixed(2)} ×`]];
  });
}

/** Returns the figures of earlier runs together with those of this one; keeps the last few values of each. */
export function withRun(before: Figures, now: ReadonlyMap<string, number>): Figures {
  const added = [...now].map(([figure, value]) => [figure, [...(before[figure] ?? []), value].slice(-KEPT)]);
  return { ...before, ...(Object.fromEntries(added) as Figures) };
}

export const readFigures = (file: string): Figures =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figures) : {};

export function writeFigures(file: string, figures: Figures): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(figures, undefined, 1)}\n`);
}
