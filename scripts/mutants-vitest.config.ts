import { defineConfig } from 'vitest/config';
import { contract, server } from '../vitest.config.ts';

const exclude = [
  '**/node_modules/**',
  '**/*.hard.test.ts',
  // These kill servers or fill them up; every fault would wait for them.
  'server/tests/{backup,restore,bus-lost,clock-off,database-*,realtime-events-burst,setup-sentences}.slow.test.ts',
  'server/tests/{flooder,siege,unhandled}.slow.test.ts',
];

/** The tests of the mutated code, the slow ones included. */
export default defineConfig({
  test: {
    projects: [{ test: { ...contract.test, exclude } }, { test: { ...server.test, exclude } }],
  },
});
