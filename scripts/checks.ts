import { findBrowser } from '@herenow/testing/chromium';
import { inRoot, tool } from './processes.ts';

export interface Step {
  name: string;
  /** Run one after another, from the root of the repository. */
  commands: string[][];
  env?: NodeJS.ProcessEnv;
  /** The file in which the tool records the outcome of each test. */
  records?: string;
  /** Print the output of the step even if it succeeds. */
  tells?: boolean;
}

const kept = (name: string) => inRoot('node_modules', '.setup', `${name}.json`);

export const format: Step = { name: 'format', commands: [tool('oxfmt/bin/oxfmt', '--check')] };

/** Type-aware linting checks the types as well, so each type is computed only once for both. */
export const lint: Step = { name: 'types and lint', commands: [tool('oxlint/bin/oxlint')] };

export const layers: Step = { name: 'layers', commands: [[process.execPath, 'scripts/layers.ts']] };

export const deadCode: Step = {
  name: 'dead code',
  commands: [
    tool('knip/bin/knip.js', '--no-progress'),
    // Runs once more without the tests: what only tests use is dead code, too.
    tool('knip/bin/knip.js', '--no-progress', '--production', '--include=files,exports'),
  ],
};

/** Lists what has fallen behind the versions that its maintainers support; never fails. */
export const versions: Step = {
  name: 'versions',
  commands: [[process.execPath, 'scripts/versions.ts']],
  tells: true,
};

const vitest = (name: string, ...options: string[]): Step => ({
  name,
  commands: [
    tool(
      'vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=scripts/vitest-records.ts',
      ...options,
    ),
  ],
  records: kept(`${name} records`),
});

/**
 * Tests that take seconds, or vary what another test shows: whole files have it in their names, single tests in their
 * titles.
 */
const SLOW_FILES = '[.]slow[.]';
const SLOW_TITLES = '@slow';
const QUICK = `--testNamePattern=^(?!.*${SLOW_TITLES})`;

/** All tests except the slow and the hard ones, and the states of screens. */
export const tests = vitest(
  'unit and integration',
  '--exclude=**/*.{slow,hard}.test.ts',
  QUICK,
  '--project=!screens',
);

/** The states of screens. Vitest would start them only after all other tests, and leave half of the machine idle. */
export const states = vitest('states of screens', QUICK, '--project=screens');

/** Attacks, faults, pictures and models that take seconds each: required before a landing, not during development. */
export const slowTests = vitest('slow', '.slow.test.ts');

/** Single slow tests beside quicker ones. */
export const slowVariants = vitest(
  'slow variants',
  '--exclude=**/*.{slow,hard}.test.ts',
  `--testNamePattern=${SLOW_TITLES}`,
  '--project=server',
  '--project=screens',
);

/** Attacks on the server, faults and models of it, at full length. */
export const hardTests: Step = {
  ...vitest('hard', '.slow.test.ts', '.hard.test.ts'),
  env: { EFFORT: 'hard' },
};

/** The states of screens in a full browser, which has notifications and other features that the headless one lacks. */
export const statesInWholeBrowser: Step = {
  ...vitest('states in a whole browser', '--project=screens'),
  env: { CHROMIUM_PATH: findBrowser() },
};

export const build: Step = { name: 'web build', commands: [[process.execPath, 'scripts/build.ts']] };

const playwright = (name: string, ...options: string[]): Step => ({
  name,
  commands: [
    tool(
      '@playwright/test/cli.js',
      'test',
      '--config',
      'e2e',
      '--reporter=list,scripts/playwright-records.ts',
      ...options,
    ),
  ],
  records: kept(`${name} records`),
});

/** Playwright matches one pattern against names of files and titles. */
const SLOW = `${SLOW_TITLES}|${SLOW_FILES}`;

export const endToEnd = playwright('end to end', '--grep-invert', `@all-looks|${SLOW}`);

export const slowPages = playwright('slow pages', '--grep', SLOW);

/** The screens in every look. */
export const looks = playwright('looks', '--grep', '@all-looks');

/** Journeys that take minutes, and the slow ones at full length. */
export const longJourneys: Step = {
  ...playwright('long journeys', '--grep', `${SLOW}|[.]hard[.]`),
  env: { EFFORT: 'hard' },
};

/** The pages as in every visit but the first: a service worker answers. */
export const pagesWithServiceWorkers: Step = {
  ...playwright('pages with service workers', '--grep-invert', `@all-looks|${SLOW}`),
  env: { SERVICE_WORKERS: 'allow' },
};

/** Two strangers meet on three nodes behind HAProxy. */
export const clusterJourney: Step = {
  ...playwright('journey on a cluster', 'journey'),
  env: { HERENOW_CLUSTER: '1' },
};
