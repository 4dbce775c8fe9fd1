import { findHaproxy } from '@herenow/testing/haproxy';
import {
  build,
  clusterJourney,
  deadCode,
  endToEnd,
  format,
  layers,
  lint,
  states,
  tests,
  versions,
} from './checks.ts';
import { requireBrowser } from './require-browser.ts';
import { runStages } from './step-runner.ts';

requireBrowser();
// The server's tests spend half of their time waiting for the database; checks that only compute run beside them. The
// cluster journey runs in CI only, to save minutes for developers who wait for the result.
const cluster = process.env['CI'] && findHaproxy() ? [[clusterJourney]] : [];
const ok = await runStages(
  [tests, states, build, lint, format, layers, deadCode, versions],
  [endToEnd],
  ...cluster,
);
process.exitCode = ok ? 0 : 1;
