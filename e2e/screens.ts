/**
 * Writes a picture of every screen and state into `screens/`: phone and desktop, light and dark, then the extremes: a
 * narrow phone, one held sideways, a wide screen, and text of twice the size. Arguments name the only stops to take.
 */
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findBrowser } from '@herenow/testing/chromium';
import { startServer } from '@herenow/testing/server-process';
import { stops } from './tour/stops.ts';
import { traveller, type Look } from './tour/visit.ts';
import { makeWorld } from './tour/tour-people.ts';
import { ensureWebBuilt } from '../scripts/web-build.ts';
import { inRoot } from '../scripts/processes.ts';

const looks: Look[] = [
  { size: 'phone', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
  { size: 'desktop', colorScheme: 'light' },
  { size: 'desktop', colorScheme: 'dark' },
  { size: 'narrow', colorScheme: 'light' },
  { size: 'sideways', colorScheme: 'light' },
  { size: 'wide', colorScheme: 'dark' },
  { size: 'phone', colorScheme: 'light', textSize: 2 },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !stops.some((stop) => stop.name === name));
if (unknown.length > 0) {
  console.error(`There is no stop named ${unknown.join(', ')}. The stops are in e2e/tour/stops.ts.`);
  process.exit(1);
}
const chosen = wanted.length === 0 ? stops : stops.filter(({ name }) => wanted.includes(name));

await ensureWebBuilt();
const executablePath = findBrowser();
await using server = await startServer();
const world = await makeWorld(server.baseURL);
await using browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: [...CHROMIUM_FLAGS, '--hide-scrollbars'],
});
for (const look of looks) {
  const name = `${look.size}-${look.textSize ? 'large-text' : look.colorScheme}`;
  const folder = inRoot('screens', name);
  await mkdir(folder, { recursive: true });
  await using tour = traveller(browser, server.baseURL, world, look);
  for (const stop of chosen)
    await tour.visit(stop, async (page) => {
      await page.screenshot({ path: `${folder}/${stop.name}.png` });
    });
  console.log(`screens/${name}: ${chosen.length} pictures`);
}
