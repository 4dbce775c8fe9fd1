/**
 * Runs every check and test but the slow and the hard ones. With the argument `slow` the slow ones follow, as before a
 * landing, and where HAProxy is installed two strangers meet on a cluster of three nodes.
 */
import { findHaproxy } from '@herenow/testing/haproxy';
import {
  build,
  clusterJourney,
  deadCode,
  endToEnd,
  format,
  layers,
  lint,
  slowPages,
  slowTests,
  slowVariants,
  states,
  tests,
  versions,
} from './checks.ts';
import { requireBrowser } from './require-browser.ts';
import { runStages } from './step-runner.ts';

requireBrowser();
const slow = [[slowTests], [slowVariants], [slowPages], ...(findHaproxy() ? [[clusterJourney]] : [])];
// The server's tests spend half of their time waiting for the database; checks that only compute run beside them.
const ok = await runStages(
  [tests, states, build, lint, format, layers, deadCode, versions],
  [endToEnd],
  ...(process.argv.includes('slow') ? slow : []),
);
process.exitCode = ok ? 0 : 1;
