import { deadCode, format, layers, lint, tests, types } from './checks.ts';
import { runSteps } from './steps.ts';

// The tests take longest, so they start first and the others run beside them.
const ok = await runSteps([tests, types, lint, format, layers, deadCode], 2);
process.exitCode = ok ? 0 : 1;
