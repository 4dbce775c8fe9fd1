import {
  build,
  clusterJourney,
  hardTests,
  longJourneys,
  looks,
  pagesWithServiceWorkers,
  slowVariants,
  statesInWholeBrowser,
} from './checks.ts';
import { requireBrowser } from './require-browser.ts';
import { runStages } from './step-runner.ts';

requireBrowser();
const ok = await runStages(
  [hardTests, build],
  [slowVariants],
  [statesInWholeBrowser],
  [looks],
  [pagesWithServiceWorkers],
  [longJourneys],
  [clusterJourney],
);
process.exitCode = ok ? 0 : 1;
