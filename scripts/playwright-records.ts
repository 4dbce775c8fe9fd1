import path from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { writeRecords, type TestRecord } from './test-records.ts';

function recordOf(test: TestCase, root: string): TestRecord {
  const outcome = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' } as const;
  const problem = test.results.find(({ error }) => error !== undefined)?.error?.message;
  return {
    name: [path.relative(root, test.location.file), ...test.titlePath().slice(3)].join(' › '),
    outcome: outcome[test.outcome()],
    took: test.results.reduce((sum, { duration }) => sum + duration, 0),
    tries: test.results.length,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Writes a record of each Playwright test. */
export default class PlaywrightRecords implements Reporter {
  private all: Suite | undefined;

  onBegin(_config: FullConfig, all: Suite): void {
    this.all = all;
  }

  onEnd(): void {
    const root = path.resolve(import.meta.dirname, '..');
    writeRecords((this.all?.allTests() ?? []).map((test) => recordOf(test, root)));
  }

  printsToStdio(): boolean {
    return false;
  }
}
