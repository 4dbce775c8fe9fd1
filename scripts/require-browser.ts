import { ensureBrowser } from '@herenow/testing/chromium';

/** Ends the process with a sentence where there is no Chromium and none can be installed. */
export function requireBrowser(): void {
  const problem = ensureBrowser();
  if (problem === undefined) return;
  console.error(problem);
  process.exit(1);
}
