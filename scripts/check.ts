import { deadCode, format, layers, lint, states, tests } from './checks.ts';
import { requireBrowser } from './require-browser.ts';
import { runStages } from './step-runner.ts';

requireBrowser();
// The tests take longest, so they start first and the other checks run beside them.
const ok = await runStages([tests, states, lint, format, layers, deadCode]);
process.exitCode = ok ? 0 : 1;
