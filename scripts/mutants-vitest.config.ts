import { defineConfig } from 'vitest/config';
import { contract, server } from '../vitest.config.ts';

const exclude = [
  '**/node_modules/**',
  '**/*.slow.test.ts',
  '**/*.hard.test.ts',
  // Limits the memory of a server, which grows with every mutant in its sources.
  'server/tests/flooder.test.ts',
];

/** The quick tests of the mutated code. */
export default defineConfig({
  test: {
    projects: [{ test: { ...contract.test, exclude } }, { test: { ...server.test, exclude } }],
  },
});
