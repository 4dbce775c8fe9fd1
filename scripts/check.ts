import { deadCode, format, layers, lint, tests, types } from './checks.ts';
import { runInPairs } from './steps.ts';

// The tests take longest, so they start first and the others run beside them.
const ok = await runInPairs([tests, types, lint, format, layers, deadCode]);
process.exitCode = ok ? 0 : 1;
