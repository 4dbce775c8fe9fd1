import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { writeRecords, type TestRecord } from './test-records.ts';

function recordOf(test: TestCase): TestRecord {
  const result = test.result();
  const { duration = 0, retryCount = 0 } = test.diagnostic() ?? {};
  // A test that was never reached counts as failed.
  const outcome = result.state === 'pending' ? 'failed' : result.state;
  const error = result.errors?.[0];
  // Without its cause, `fetch failed` says nothing.
  const problem = [error?.message, (error?.cause as Error | undefined)?.message].filter(Boolean).join(': ');
  return {
    name: `${test.module.relativeModuleId} › ${test.fullName}`,
    outcome,
    took: duration,
    tries: retryCount + 1,
    ...(problem && { problem }),
  };
}

/** Writes a record of each Vitest test that was asked for. */
export default class VitestRecords implements Reporter {
  #isAsked = (_name: string): boolean => true;

  onInit(vitest: Vitest): void {
    const pattern = vitest.getGlobalTestNamePattern();
    if (pattern) this.#isAsked = (name) => pattern.test(name);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    writeRecords(tests.filter(({ fullName }) => this.#isAsked(fullName)).map(recordOf));
  }
}
