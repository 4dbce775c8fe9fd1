import { ensureBrowser } from '@herenow/testing/chromium';

/** Exits with a sentence if there is no Chromium and none can be installed. */
export function requireBrowser(): void {
  const problem = ensureBrowser();
  if (problem === undefined) return;
  console.error(problem);
  process.exit(1);
}
