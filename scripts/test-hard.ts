import { ensureBrowser } from '@herenow/testing/chromium';
import { build, clusterJourney, hardTests, longJourneys, looks } from './checks.ts';
import { runStages } from './step-runner.ts';

const problem = ensureBrowser();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
const ok = await runStages([hardTests, build], [looks], [longJourneys], [clusterJourney]);
process.exitCode = ok ? 0 : 1;
