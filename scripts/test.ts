import { ensureBrowser } from '@herenow/testing/chromium';
import { build, deadCode, endToEnd, format, layers, lint, tests, types } from './checks.ts';
import { runInOrder } from './step-runner.ts';

const problem = ensureBrowser();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
const ok = await runInOrder([format, lint, types, layers, deadCode, tests, build, endToEnd]);
process.exitCode = ok ? 0 : 1;
