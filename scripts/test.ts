import { findHaproxy } from '@herenow/testing/haproxy';
import {
  build,
  clusterJourney,
  deadCode,
  endToEnd,
  format,
  layers,
  lint,
  tests,
  versions,
} from './checks.ts';
import { requireBrowser } from './require-browser.ts';
import { runStages } from './step-runner.ts';

requireBrowser();
// The tests of the server wait for its database half of the time; what only computes runs beside them.
// Spares minutes to developers who wait for the result.
const cluster = process.env['CI'] && findHaproxy() ? [[clusterJourney]] : [];
const ok = await runStages([tests, build, lint, format, layers, deadCode, versions], [endToEnd], ...cluster);
process.exitCode = ok ? 0 : 1;
