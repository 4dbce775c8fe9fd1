/** Measures long tasks and delays of taps on a slowed-down phone: a feed of 500 people and a chat of 2,000 messages. */
import type { Page } from '@playwright/test';
import { printBars, printTable, type Cell } from './lib/table.ts';
import { newPhone } from './web/watched-browser.ts';
import { startTown } from './web/crowded-server.ts';
import { flick, rest, watchPages, whileSlow, type Watched } from './web/watch.ts';

const PEOPLE = 500;
const MESSAGES = 2000;
const TEXT = 'On my way, ten minutes';
const FAR = 15_000;

const measured: { what: string; scrolls: boolean; cost: Watched }[] = [];
const note = (what: string, cost: Watched, scrolls = false) => void measured.push({ what, scrolls, cost });

await using town = await startTown({ people: PEOPLE, messages: MESSAGES });
await using phone = await newPhone(town.baseURL, { viewer: town.viewer });
await watchPages(phone.context);
const page = await phone.context.newPage();

await openWholeFeed(page);
note('feed: scroll down', await whileSlow(page, (cdp) => flick(cdp, -FAR)), true);
note('feed: scroll up', await whileSlow(page, (cdp) => flick(cdp, FAR)), true);
note('feed: open a card, come back', await whileSlow(page, () => openCardAndReturn(page)));
note('feed: pin', await whileSlow(page, () => pin(page)));

await page.goto('/chats');
note('chats: open a chat', await whileSlow(page, () => openChat(page)));
await loadWholeChat(page);
note('chat: scroll down', await whileSlow(page, (cdp) => flick(cdp, -FAR)), true);
note('chat: scroll up', await whileSlow(page, (cdp) => flick(cdp, FAR)), true);
note('chat: type a message', await whileSlow(page, () => write(page)));
note('chat: send it', await whileSlow(page, () => send(page)));

await page.goto('/feed');
await page.getByRole('article').first().waitFor();
let shownAfter = 0;
note('feed: go visible', await whileSlow(page, async () => void (shownAfter = await goVisible(page))));

printTable(
  `CPU slowed down 4 times: ${PEOPLE} people, ${MESSAGES} messages`,
  ['', 'tasks > 50 ms', 'longest task ms', 'slowest answer ms'],
  measured.map(({ what, cost }): Cell[] => [
    what,
    String(cost.longTasks),
    String(Math.round(cost.longestTask)),
    cost.slowestInteraction > 0 ? String(Math.round(cost.slowestInteraction)) : '–',
  ]),
);
printBars([
  {
    what: 'longest task while scrolling',
    value: Math.max(...measured.filter(({ scrolls }) => scrolls).map(({ cost }) => cost.longestTask)),
    atMost: 100,
    unit: 'ms',
  },
  {
    what: 'slowest answer to a tap or key',
    value: Math.max(...measured.map(({ cost }) => cost.slowestInteraction)),
    atMost: 200,
    unit: 'ms',
  },
  {
    what: 'from *Go Visible Now* to the first frame of the screen after it',
    value: shownAfter,
    atMost: 300,
    unit: 'ms',
  },
]);

async function openWholeFeed(page: Page): Promise<void> {
  await page.goto('/feed');
  const end = page.getByText("You've seen all visible users");
  while (!(await end.isVisible())) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForTimeout(30);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await rest(page);
}

async function openCardAndReturn(page: Page): Promise<void> {
  await page
    .getByRole('article')
    .first()
    .tap({ position: { x: 150, y: 200 } });
  await page.getByRole('button', { name: 'Back' }).tap();
  await page.getByRole('article').first().waitFor();
}

async function pin(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pin / }).first().tap();
  await page.getByText(/^You Pinned/).waitFor();
}

/** Returns the ms from the tap to the first frame of the screen that it leads to. */
async function goVisible(page: Page): Promise<number> {
  const sheet = page.getByRole('dialog');
  await page.getByRole('button', { name: /^You are visible/ }).tap();
  await sheet.getByRole('button', { name: 'Go offline' }).tap();
  await page.getByRole('button', { name: /^You are offline/ }).tap();
  const button = sheet.getByRole('button', { name: 'Go Visible Now' });
  await button.waitFor();
  await rest(page);
  const shown = page.evaluate(
    (heading) =>
      new Promise<number>((resolve) => {
        const tapped = ({ timeStamp }: Event) => {
          const look = () => {
            if (document.querySelector('h1')?.textContent !== heading)
              return void requestAnimationFrame(look);
            // Resolves after the frame that shows it.
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
          };
          look();
        };
        addEventListener('click', tapped, { capture: true, once: true });
      }),
    "You're Online!",
  );
  await button.tap();
  return await shown;
}

async function openChat(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Bela/ }).tap();
  await page.getByRole('log').waitFor();
}

async function loadWholeChat(page: Page): Promise<void> {
  const log = page.getByRole('log');
  while (!(await log.getByText('This is the start of your chat').isVisible())) {
    await log.evaluate((element) => element.scrollTo(0, 0));
    await page.waitForTimeout(20);
  }
}

async function write(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.tap();
  await field.pressSequentially(TEXT, { delay: 60 });
}

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).tap();
  await page.getByRole('log').getByText(TEXT).waitFor();
}
