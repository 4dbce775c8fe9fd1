import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The last values of each figure by its name, the latest at the end. */
export type Figures = Record<string, number[]>;

/** How many runs say what is noise. */
const KEPT = 5;
/** What a figure may be beside those of earlier runs, however close to one another they were. */
const NOISE = 0.1;

function numberOf(cell: unknown): number | undefined {
  const value = typeof cell === 'string' ? Number(/^([\d.]+) ×$/.exec(cell)?.[1] ?? Number.NaN) : cell;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Notes the figures of a table in the file of this run, where there is one. */
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

/** Returns what the tables of a run noted; their order tells rows of one name apart. */
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

/** The figures of a run that lie outside those of the runs before by more than noise. */
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

/** The figures of earlier runs with those of this one, of each the last few. */
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
