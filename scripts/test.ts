import { build, deadCode, endToEnd, format, layers, lint, tests, versions } from './checks.ts';
import { requireBrowser } from './require-browser.ts';
import { runStages } from './step-runner.ts';

requireBrowser();
// The tests of the server wait for its database half of the time; what only computes runs beside them.
const ok = await runStages([tests, build, lint, format, layers, deadCode, versions], [endToEnd]);
process.exitCode = ok ? 0 : 1;
