import type { Step } from './checks.ts';
import { run } from './processes.ts';
import {
  describeRecords,
  forgetRecords,
  readRecords,
  RECORDS_FILE,
  type TestRecord,
} from './test-records.ts';

interface Outcome {
  ok: boolean;
  output: string;
  records: TestRecord[];
  passed: number;
  failed: number;
}

async function runStep(step: Step): Promise<Outcome> {
  if (step.records) forgetRecords(step.records);
  const env = { ...step.env, ...(step.records && { [RECORDS_FILE]: step.records }) };
  let output = '';
  let ok = true;
  for (const command of step.commands) {
    const result = await run(command, { env });
    output += result.output;
    ok &&= result.ok;
  }
  const records = step.records ? readRecords(step.records) : [];
  const count = (wanted: TestRecord['outcome']) => records.filter(({ outcome }) => outcome === wanted).length;
  // A check can fail without a failed test (a lint finding, a crash), and finding no tests at all is a failure, too.
  if (step.records && records.length === 0) ok = false;
  const failed = count('failed');
  return { ok, output, records, passed: count('passed'), failed: ok ? failed : Math.max(failed, 1) };
}

const summary = (step: Step, outcome: Outcome, began: number) => {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const counted = step.records ? `, ${outcome.passed} passed` : '';
  return `${step.name}: ${outcome.ok ? 'ok' : 'FAILED'} (${seconds} s${counted})`;
};

/** Prints the end of the output: failures and notices, and in the last line how many tests passed and failed. */
function conclude(outcomes: Map<Step, Outcome>): boolean {
  for (const [{ tells }, { output }] of outcomes)
    if (tells && output.trim()) console.log(`\n${output.trim()}`);
  const failed = [...outcomes].filter(([, outcome]) => !outcome.ok);
  for (const [{ name }, { output }] of failed)
    console.log(`\n${output.trimEnd()}\n\n${name} failed; its output is above.`);
  const all = [...outcomes.values()];
  const records = all.flatMap((outcome) => outcome.records);
  if (records.length > 0) console.log(`${describeRecords(records)}\n`);
  const sum = (key: 'passed' | 'failed') => all.reduce((total, outcome) => total + outcome[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  return failed.length === 0;
}

/**
 * Runs the stages one after another, and the steps of a stage two at a time in the given order. Prints everything that
 * failed. Skips the stages after one that failed.
 */
export async function runStages(...stages: Step[][]): Promise<boolean> {
  const outcomes = new Map<Step, Outcome>();
  for (const stage of stages) {
    const waiting = stage.values();
    const worker = async () => {
      for (const step of waiting) {
        const began = performance.now();
        const outcome = await runStep(step);
        outcomes.set(step, outcome);
        console.log(summary(step, outcome, began));
      }
    };
    await Promise.all([worker(), worker()]);
    if ([...outcomes.values()].some(({ ok }) => !ok)) break;
  }
  return conclude(outcomes);
}
