import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Step } from './checks.ts';
import { run } from './processes.ts';

export interface Counts {
  passed: number;
  failed: number;
}

interface Outcome extends Counts {
  ok: boolean;
  output: string;
}

type Report = {
  vitest: { numPassedTests: number; numFailedTests: number };
  playwright: { stats: { expected: number; flaky: number; unexpected: number } };
};

/** The tests a tool counted; none if it ended before it could write its report. */
function readCounts({ file, kind }: NonNullable<Step['report']>): Counts {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { passed: 0, failed: 0 };
  }
  if (kind === 'vitest') {
    const { numPassedTests, numFailedTests } = JSON.parse(text) as Report['vitest'];
    return { passed: numPassedTests, failed: numFailedTests };
  }
  const { stats } = JSON.parse(text) as Report['playwright'];
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

async function runStep(step: Step): Promise<Outcome> {
  if (step.report) {
    mkdirSync(path.dirname(step.report.file), { recursive: true });
    rmSync(step.report.file, { force: true });
  }
  let output = '';
  let ok = true;
  for (const command of step.commands) {
    const result = await run(command, { env: step.env ?? {} });
    output += result.output;
    ok &&= result.ok;
  }
  const counts = step.report ? readCounts(step.report) : { passed: 0, failed: 0 };
  // A check that fails without a failed test (a lint finding, a crash) still is a failure.
  if (!ok && counts.failed === 0) counts.failed = 1;
  return { ok, output, ...counts };
}

const summary = (step: Step, outcome: Outcome, began: number) => {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const counted = step.report ? `, ${outcome.passed} passed` : '';
  return `${outcome.ok ? 'ok' : 'FAILED'} (${seconds} s${counted})`;
};

/** Ends the output: what went wrong, and as the last line how many tests passed and failed. */
function conclude(outcomes: Map<Step, Outcome>): boolean {
  const failed = [...outcomes].filter(([, outcome]) => !outcome.ok);
  for (const [{ name }, { output }] of failed)
    console.log(`\n${output.trimEnd()}\n\n${name} failed; its output is above.`);
  const sum = (key: keyof Counts) =>
    [...outcomes.values()].reduce((total, outcome) => total + outcome[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return failed.length === 0;
}

/** Runs the steps one after the other and stops at the first that fails. */
export async function runInOrder(steps: Step[]): Promise<boolean> {
  const outcomes = new Map<Step, Outcome>();
  for (const step of steps) {
    process.stdout.write(`${step.name} … `);
    const began = performance.now();
    const outcome = await runStep(step);
    outcomes.set(step, outcome);
    console.log(summary(step, outcome, began));
    if (!outcome.ok) break;
  }
  return conclude(outcomes);
}

/** Runs all steps, two side by side, and shows everything that failed. */
export async function runInPairs(steps: Step[]): Promise<boolean> {
  const outcomes = new Map<Step, Outcome>();
  const waiting = steps.values();
  const worker = async () => {
    for (const step of waiting) {
      const began = performance.now();
      const outcome = await runStep(step);
      outcomes.set(step, outcome);
      console.log(`${step.name}: ${summary(step, outcome, began)}`);
    }
  };
  await Promise.all([worker(), worker()]);
  return conclude(outcomes);
}
