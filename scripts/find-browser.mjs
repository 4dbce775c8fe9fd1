import { existsSync } from 'node:fs';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The Chromium to test with: `CHROMIUM_PATH`, or the first one the system has.
 * @returns {string | undefined}
 */
export function findSystemBrowser() {
  const wanted = process.env['CHROMIUM_PATH'];
  return wanted ?? KNOWN.find((path) => existsSync(path));
}
