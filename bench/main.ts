/**
 * Runs the benches named, or all of them: `npm run bench -- feed pages`. Every `*.bench.ts` beside
 * this one is a bench; what a bench is made of stands in folders below. Each runs in a process of its own, one
 * after the other, so that none measures what another left behind.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';
import { start } from '../scripts/processes.ts';

const SUFFIX = '.bench.ts';
const known = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(SUFFIX))
  .map((name) => path.basename(name, SUFFIX))
  .toSorted();

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith('-'));
const named = args.filter((arg) => !arg.startsWith('-'));
const unknown = named.filter((name) => !known.includes(name));

async function runBench(name: string): Promise<boolean> {
  console.log(`\n# ${name}\n`);
  const child = start([process.execPath, path.join(import.meta.dirname, name + SUFFIX), ...options]);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) console.error(`\nThe bench ${name} ended with ${code ?? 'a signal'}.`);
  return code === 0;
}

if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exitCode = 1;
} else for (const name of named.length > 0 ? named : known) if (!(await runBench(name))) process.exitCode = 1;
