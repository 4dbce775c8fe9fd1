import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { movedSince, notedIn, readFigures, withRun, writeFigures } from './figures.ts';
import { printTable } from './table.ts';

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('figures of tables are kept, and those that moved by more than in earlier runs are reported', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'herenow-figures-'));
  const kept = path.join(folder.path, 'deep', 'figures.json');
  const run = (name: string, speed: number, share: string) => {
    const file = path.join(folder.path, name);
    vi.stubEnv('BENCH_FIGURES', file);
    printTable('Feed (100 people)', ['', '/s', 'of bare', 'note'], [['dense', speed, share, 'text']]);
    const now = notedIn(file);
    const moved = movedSince(readFigures(kept), now);
    writeFigures(kept, withRun(readFigures(kept), now));
    return moved;
  };
  expect(run('1', 100, '0.50 ×')).toEqual([]);
  expect(readFigures(kept)).toEqual({ 'Feed · dense · /s': [100], 'Feed · dense · of bare': [0.5] });
  expect(run('2', 109, '0.50 ×')).toEqual([]);
  expect(run('3', 118, '0.70 ×')).toEqual([['Feed · dense · of bare', 0.5, 0.7, '1.40 ×']]);
  expect(run('4', 89, '0.50 ×').map(([figure]) => figure)).toEqual(['Feed · dense · /s']);
  for (const name of ['5', '6', '7']) run(name, 100, '0.50 ×');
  expect(readFigures(kept)['Feed · dense · /s']).toEqual([118, 89, 100, 100, 100]);
});

test('rows of the same name do not replace each other', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'herenow-figures-'));
  const file = path.join(folder.path, 'run');
  vi.stubEnv('BENCH_FIGURES', file);
  printTable(
    'Open',
    ['', '/s'],
    [
      ['ours', 1],
      ['ours', 2],
      ['ours', 3],
    ],
  );
  expect([...notedIn(file)]).toEqual([
    ['Open · ours · /s', 1],
    ['Open · ours · /s · 2', 2],
    ['Open · ours · /s · 3', 3],
  ]);
});

test('nothing is kept without a file for the run', () => {
  expect(notedIn('/nowhere/at/all')).toEqual(new Map());
  expect(readFigures('/nowhere/at/all')).toEqual({});
});
