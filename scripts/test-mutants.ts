/**
 * Puts faults into services, policies, stores and rules, one at a time, and checks which of them the tests notice. Tries
 * a sample of 300 by default; `-- all` tries every fault, `-- 50 7` tries fifty drawn with the seed 7. Works on a copy
 * of the sources. Lists the unnoticed faults at the end, and writes all results to `mutants.json`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { tryOnly } from './mutants-sample.ts';
import { inRoot, root } from './processes.ts';

const SAMPLE = 300;
const SEED = 20_261_121;
/** The share of the tried mutants that the tests must notice. */
const WANTED = 0.9;

const MUTATED = [
  'contract/src/rules*.ts',
  'server/src/features/**/*.ts',
  '!**/*.test.ts',
  '!server/src/features/**/{index,routes,words,templates}.ts',
  // These run in a process or a thread of their own, where no fault is ever switched on.
  '!server/src/features/**/*-worker.ts',
  '!server/src/features/photos/picture-process.ts',
];

/** Copies the sources, with workspaces that import each other's copies and not the originals. */
function copySources(): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'herenow-mutants-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  for (const file of files.filter(Boolean)) cpSync(inRoot(file), path.join(copy, file));
  const modules = path.join(copy, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(inRoot('node_modules')))
    if (name !== '@herenow' && !name.startsWith('.vite'))
      symlinkSync(inRoot('node_modules', name), path.join(modules, name));
  mkdirSync(path.join(modules, '@herenow'));
  for (const name of readdirSync(inRoot('node_modules', '@herenow')))
    symlinkSync(path.join(copy, name), path.join(modules, '@herenow', name));
  for (const workspace of readdirSync(copy)) {
    const own = inRoot(workspace, 'node_modules');
    if (existsSync(own)) symlinkSync(own, path.join(copy, workspace, 'node_modules'));
  }
  return copy;
}

const place = ({ fileName, location, mutatorName, replacement, status }: MutantResult, copy: string) =>
  `  ${path.relative(copy, fileName)}:${location.start.line}: ${status}, ${mutatorName}: ${(replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)}`;

const [count = String(SAMPLE), seed = String(SEED)] = process.argv.slice(2);
const copy = copySources();
process.chdir(copy);
try {
  if (count !== 'all') tryOnly(Number(count), Number(seed));
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'scripts/mutants-vitest.config.ts', related: false },
    mutate: MUTATED,
    // Texts are specified and checked elsewhere, and a query without its text only fails.
    mutator: { excludedMutations: ['StringLiteral'] },
    inPlace: true,
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    reporters: ['progress-append-only', 'json'],
    jsonReporter: { fileName: inRoot('mutants.json') },
    allowEmpty: false,
  }).runMutationTest();
  const tried = results.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const unnoticed = tried.filter(({ status }) => status !== 'Killed' && status !== 'Timeout');
  console.log(
    ['', 'Not noticed:', ...unnoticed.map((mutant) => place(mutant, copy)).toSorted(), ''].join('\n'),
  );
  console.log(`${tried.length - unnoticed.length} of ${tried.length} faults noticed`);
  process.exitCode = unnoticed.length > tried.length * (1 - WANTED) ? 1 : 0;
} finally {
  process.chdir(root);
  rmSync(copy, { recursive: true, force: true });
}
