/** Writes a picture of every screen and state into `screens/`: phone and desktop, light and dark. */
import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { startServer } from './server.ts';
import { stops } from './tour/stops.ts';
import { traveller, type Look } from './tour/visit.ts';
import { makeWorld } from './tour/world.ts';
import { ensureWebBuilt } from '../scripts/web-build.ts';
import { inRoot } from '../scripts/processes.ts';

const looks: Look[] = [
  { size: 'phone', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
  { size: 'desktop', colorScheme: 'light' },
  { size: 'desktop', colorScheme: 'dark' },
];

await ensureWebBuilt();
const executablePath = findBrowser();
await using server = await startServer();
const world = await makeWorld(server.baseURL);
await using browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
});
for (const look of looks) {
  const folder = inRoot('screens', `${look.size}-${look.colorScheme}`);
  await mkdir(folder, { recursive: true });
  await using tour = traveller(browser, server.baseURL, world, look);
  for (const stop of stops)
    await tour.visit(stop, async (page) => {
      await page.screenshot({ path: `${folder}/${stop.name}.png` });
    });
  console.log(`screens/${look.size}-${look.colorScheme}: ${stops.length} pictures`);
}
