import { PATIENCE_MS } from '@herenow/testing/eventually';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

export const contract = {
  test: { name: 'contract', include: ['contract/src/**/*.test.ts'] },
} satisfies TestProjectConfiguration;

export const server = {
  test: {
    name: 'server',
    include: ['server/src/**/*.test.ts', 'server/tests/**/*.test.ts'],
    // Nothing in the server is global, so that the files can share its modules: half the time.
    isolate: false,
    globalSetup: ['testing/src/global-setup.ts'],
    testTimeout: 3 * PATIENCE_MS,
    hookTimeout: 3 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
} satisfies TestProjectConfiguration;

export default defineConfig({
  test: {
    // Most tests wait for a database, a socket or a timer: three workers keep two processors busy.
    maxWorkers: 3,
    // A machine that others use too may stall for seconds; what fails twice has failed.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      contract,
      server,
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
      { test: { name: 'bench', include: ['bench/**/*.test.ts'] } },
      // Apart from the server, whose processes must not read the SVG that portraits are drawn in.
      { test: { name: 'cast', include: ['cast/src/**/*.test.ts'] } },
      {
        test: {
          name: 'web',
          include: ['web/{src,build}/**/*.test.{ts,tsx}'],
          // A process for each file costs more than its tests; what a test puts in place of a global goes with it.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
        },
      },
      'web/vitest.config.ts',
    ],
  },
});
