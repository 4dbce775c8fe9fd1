/**
 * Runs the named benches, or by default the deciding ones: `npm run bench -- feed pages`; `all` runs every one. Each
 * `*.bench.ts` in this folder is a bench; the folders below hold their parts. Benches run one after the other, each in
 * its own process, so that none measures what another left behind. The figures of the last runs are kept, and those
 * that have changed since are printed at the end.
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';
import { start } from '../scripts/processes.ts';
import { movedSince, notedIn, readFigures, withRun, writeFigures } from './lib/figures.ts';
import { printTable } from './lib/table.ts';
import { BENCH_FOLDER } from './world/open-world.ts';

const SUFFIX = '.bench.ts';
/** The benches of what all users request all the time, and of what they wait for first. */
const DECIDING = ['feed', 'durable', 'visible', 'connections', 'pages'];
const known = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(SUFFIX))
  .map((name) => path.basename(name, SUFFIX))
  .toSorted();

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('-'));
const named = args.filter((arg) => !arg.startsWith('-'));
const chosen = named.includes('all') ? known : named.length > 0 ? named : DECIDING;
const unknown = chosen.filter((name) => !known.includes(name));
const kept = path.join(BENCH_FOLDER, 'figures.json');
const ofThisRun = path.join(BENCH_FOLDER, 'figures-of-this-run.jsonl');

async function runBench(name: string): Promise<boolean> {
  console.log(`\n# ${name}\n`);
  const child = start([process.execPath, path.join(import.meta.dirname, name + SUFFIX), ...options]);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) console.error(`\nThe bench ${name} ended with ${code ?? 'a signal'}.`);
  return code === 0;
}

async function runAll(): Promise<void> {
  const began = performance.now();
  const before = readFigures(kept);
  writeFigures(kept, before);
  rmSync(ofThisRun, { force: true });
  process.env.BENCH_FIGURES = ofThisRun;
  for (const name of chosen) if (!(await runBench(name))) process.exitCode = 1;
  delete process.env.BENCH_FIGURES;
  const now = notedIn(ofThisRun);
  rmSync(ofThisRun, { force: true });
  writeFigures(kept, withRun(before, now));
  const moved = movedSince(before, now);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`\n${now.size} figures in ${minutes} minutes, kept in ${kept}.`);
  if (moved.length > 0)
    printTable('Moved by more than noise since', ['', 'before', 'now', 'now ÷ before'], moved);
}

if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exitCode = 1;
} else await runAll();
