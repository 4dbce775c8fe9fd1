import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Step } from './checks.ts';
import { run, stopAll } from './processes.ts';

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

/**
 * Runs the steps, at most `atOnce` side by side, and stops at the first that fails, with its output.
 * The last line says how many tests passed and failed.
 */
export async function runSteps(steps: Step[], atOnce: number): Promise<boolean> {
  const total: Counts = { passed: 0, failed: 0 };
  const waiting = [...steps];
  let ok = true;
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (atOnce === 1) process.stdout.write(`${step.name} … `);
      const began = performance.now();
      const outcome = await runStep(step);
      if (!ok) return;
      total.passed += outcome.passed;
      total.failed += outcome.failed;
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const counted = step.report ? `, ${outcome.passed} passed` : '';
      console.log(
        `${atOnce === 1 ? '' : `${step.name}: `}${outcome.ok ? 'ok' : 'FAILED'} (${seconds} s${counted})`,
      );
      if (outcome.ok) continue;
      ok = false;
      waiting.length = 0;
      console.log(`\n${outcome.output.trimEnd()}\n\n${step.name} failed; its output is above.`);
      await stopAll();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return ok;
}
