/** Takes the picture of the README in the demo town: the feed, a profile and a chat. */
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { inRoot } from '../scripts/processes.ts';
import { ensureWebBuilt } from '../scripts/web-build.ts';
import { CHROMIUM_FLAGS, findBrowser } from '@herenow/testing/chromium';
import { countHeard, goVisible, say } from './journey-steps.ts';
import { startTown } from './demo-town.ts';

const PHONE = { width: 390, height: 844 };
const TALK = [
  'Hi! How is your evening?',
  'I was hoping for some live music',
  'Shall we get a coffee first?',
  'Where shall we meet?',
  'Perfect, see you there!',
];
const FILE = inRoot('docs', 'images', 'phone.webp');

/** Opens the town on a phone, as Ada. */
async function enter(browser: Browser, baseURL: string, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    colorScheme,
    locale: 'en-GB',
    viewport: PHONE,
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    permissions: [],
  });
  const page = await context.newPage();
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Enter as Ada' }).click();
  await page.getByRole('article').nth(3).waitFor();
  return page;
}

/** The pin buttons of people whose names every machine has a font for. */
const pins = (page: Page) => page.getByRole('button', { name: /^Pin (?!Ada$)[\p{Script=Latin} ]+$/u });

/** Takes a screenshot once everything on the screen has loaded, and returns it as a data URL. */
async function taken(page: Page): Promise<string> {
  await page.evaluate(() => document.fonts.ready);
  // Images outside the viewport may never load.
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      const seen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      return !seen || (image.complete && image.naturalWidth > 0);
    }),
  );
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const endless = Number(effect?.getComputedTiming().endTime) === Infinity;
      return playState !== 'running' || endless;
    }),
  );
  return `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
}

/** Pins some people and chats briefly with the first person who accepts. */
async function talk(page: Page): Promise<void> {
  await goVisible(page, { shares: false });
  for (let pinned = 0; pinned < 4; pinned += 1) {
    const next = pins(page).first();
    const name = (await next.getAttribute('aria-label'))!;
    await next.click();
    await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
  }
  await page.getByRole('link', { name: /Pinned/ }).click();
  const chats = page.locator('a[href^="/chat/"]').filter({ hasNotText: 'Waiting for an answer' });
  await chats.first().click({ timeout: 60_000 });
  for (const text of TALK) {
    const before = await countHeard(page);
    await say(page, text);
    for (const deadline = Date.now() + 60_000; (await countHeard(page)) === before; await delay(250))
      if (Date.now() > deadline) throw new Error('Nobody answers.');
  }
}

const frame = (image: string, place: string) =>
  `<figure class="${place}"><img src="${image}" alt=""></figure>`;

const poster = (feed: string, chat: string, profile: string) => `<!doctype html><style>
  body { margin: 0; width: 1480px; height: 1000px; overflow: hidden; position: relative;
    background: radial-gradient(60% 80% at 50% 40%, #ff8a6b 0%, #e5322d 55%, #8f1716 100%); }
  figure { position: absolute; margin: 0; padding: 11px; border-radius: 62px; background: #14100f;
    box-shadow: 0 0 0 2px #3b3230, 0 40px 80px #3d050599, 0 12px 24px #3d050566; }
  img { display: block; width: 390px; height: 844px; border-radius: 51px; }
  .left { left: 92px; top: 118px; transform: rotate(-4deg); }
  .right { right: 92px; top: 118px; transform: rotate(4deg); }
  .middle { left: 534px; top: 67px; }
</style>${frame(feed, 'left')}${frame(profile, 'right')}${frame(chat, 'middle')}`;

await ensureWebBuilt();
const executablePath = findBrowser();
await using town = await startTown(40);
await using browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: [...CHROMIUM_FLAGS, '--hide-scrollbars'],
});
const light = await enter(browser, town.baseURL, 'light');
const dark = await enter(browser, town.baseURL, 'dark');
await talk(dark);
const card = (nth: number) =>
  light
    .getByRole('article')
    .filter({ has: pins(light) })
    .nth(nth);
await card(0).evaluate((article) => scrollTo(0, article.getBoundingClientRect().top + scrollY - 74));
const feed = await taken(light);
await card(1).getByRole('link').first().click();
await light.getByText(/Visible for/).waitFor();
const paper = await browser.newPage({ viewport: { width: 1480, height: 1000 } });
await paper.setContent(poster(feed, await taken(dark), await taken(light)));
await sharp(await paper.screenshot())
  .webp({ quality: 86, effort: 6 })
  .toFile(FILE);
console.log(`${FILE}: ${Math.round((await readFile(FILE)).length / 1024)} KiB`);
