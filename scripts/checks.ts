import { readFileSync } from 'node:fs';
import { inRoot, tool } from './processes.ts';

export interface Step {
  name: string;
  /** Run one after the other, from the root of the repository. */
  commands: string[][];
  env?: NodeJS.ProcessEnv;
  /** Where the tool leaves its count of passed and failed tests. */
  report?: { file: string; kind: 'vitest' | 'playwright' };
}

const report = (name: string) => inRoot('node_modules', '.setup', `${name}.json`);
const { workspaces } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { workspaces: string[] };

export const format: Step = { name: 'format', commands: [tool('oxfmt/bin/oxfmt', '--check')] };

export const lint: Step = { name: 'lint', commands: [tool('oxlint/bin/oxlint')] };

export const types: Step = {
  name: 'types',
  // What has not changed since the last run is not looked at again.
  commands: [...workspaces, 'scripts'].map((workspace) =>
    tool(
      'typescript/bin/tsc',
      '--project',
      workspace,
      '--incremental',
      '--tsBuildInfoFile',
      inRoot('node_modules', '.setup', `types-${workspace}.tsbuildinfo`),
    ),
  ),
};

export const layers: Step = { name: 'layers', commands: [[process.execPath, 'scripts/layers.ts']] };

export const deadCode: Step = {
  name: 'dead code',
  commands: [tool('knip/bin/knip.js', '--no-progress')],
};

const unitAndIntegration = (...options: string[]): Step => ({
  name: 'unit and integration',
  commands: [
    tool(
      'vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report('vitest')}`,
      ...options,
    ),
  ],
  report: { file: report('vitest'), kind: 'vitest' },
});

export const tests = unitAndIntegration();

/** Without the tests that start and kill servers, send by the ten thousand, or make pictures by the dozen. */
export const quickTests = unitAndIntegration('--exclude=**/*.slow.test.ts');

export const build: Step = { name: 'web build', commands: [[process.execPath, 'scripts/build.ts']] };

export const endToEnd: Step = {
  name: 'end to end',
  commands: [
    tool(
      '@playwright/test/cli.js',
      'test',
      '--config',
      'e2e',
      '--grep-invert',
      '@all-looks',
      '--reporter=list,json',
    ),
  ],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright') },
  report: { file: report('playwright'), kind: 'playwright' },
};
