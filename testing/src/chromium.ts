import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Chromium without the browser's own interface, which costs three times as much as a page; packaged by Debian. */
const WINDOWLESS = '/usr/bin/chromium-headless-shell';
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Turns off background work that no test or bench needs. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The full Chromium: `CHROMIUM_PATH`, one of the system's, or the one Playwright installed. */
export function findBrowser(): string | undefined {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted) return wanted;
  return [...WHOLE, chromium.executablePath()].find((path) => existsSync(path));
}

/** The Chromium for pages that need no notifications: the windowless one if it is installed. */
export function findPageBrowser(): string | undefined {
  return !process.env['CHROMIUM_PATH'] && existsSync(WINDOWLESS) ? WINDOWLESS : findBrowser();
}

const succeeds = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;

/** Installs Chromium if it is missing; returns a sentence for a person if that is not possible. */
export function ensureBrowser(): string | undefined {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted && !existsSync(wanted)) return `CHROMIUM_PATH names ${wanted}, which does not exist.`;
  if (findBrowser()) return undefined;
  const isRoot = process.getuid?.() === 0;
  console.log('Installing Chromium for the end-to-end tests …');
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    succeeds('apt-get', 'update', '-q');
    succeeds('apt-get', 'install', '-q', '-y', '--no-install-recommends', 'chromium');
  }
  if (!findBrowser())
    succeeds(process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium');
  if (findBrowser()) return undefined;
  return 'There is no Chromium, and none could be installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH to one.';
}
