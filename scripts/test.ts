import { ensureBrowser } from '../e2e/browser.ts';
import { build, deadCode, endToEnd, format, layers, lint, tests, types } from './checks.ts';
import { runSteps } from './steps.ts';

const problem = ensureBrowser();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
const ok = await runSteps([format, lint, types, layers, deadCode, tests, build, endToEnd], 1);
process.exitCode = ok ? 0 : 1;
