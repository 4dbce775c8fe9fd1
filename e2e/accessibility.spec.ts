import { expect, test } from './fixtures.ts';
import type { Stop } from './tour/stop.ts';
import { areas, stops } from './tour/stops.ts';
import { violationsOf } from './tour/violations.ts';
import { traveller, type Look } from './tour/visit.ts';

/** These take minutes each, so only `npm run test:looks` runs them. */
const ALL_LOOKS = '@all-looks';
const PHONE: Look = { size: 'phone', colorScheme: 'light' };
const otherLooks: Look[] = [
  { size: 'phone', colorScheme: 'dark' },
  { size: 'desktop', colorScheme: 'light' },
  { size: 'desktop', colorScheme: 'dark' },
];

// A trace of so many screens would cost more than it tells.
test.use({ trace: 'off' });
// The areas are independent of each other, so all workers share them.
test.describe.configure({ mode: 'parallel' });

test.beforeEach(({ expectConsoleErrors }) => {
  test.setTimeout(20 * 60_000);
  // The tour shows refused, failed and aborted requests, and the browser logs each.
  expectConsoleErrors(/status of [45]0[0-9]/, /net::ERR_/, /dynamically imported module/);
});

function shutNobodyOut(area: string, stops: readonly Stop[], look: Look, tag: string[]): void {
  const title = `no screen shuts anyone out: ${area}, ${look.size}, ${look.colorScheme}`;
  test(title, { tag }, async ({ browser, baseURL, world }) => {
    await using tour = traveller(browser, baseURL ?? '', world, look);
    for (const stop of stops) {
      await tour.visit(stop, async (page) => {
        expect.soft(await violationsOf(page), stop.name).toEqual([]);
      });
    }
  });
}

/** Whether a stop is a screen as it opens, and not another state of one. */
const isAsOpened = ({ before, act }: Stop) => !before && !act;

for (const [area, stops] of Object.entries(areas)) {
  const [opened, states] = [stops.filter(isAsOpened), stops.filter((stop) => !isAsOpened(stop))];
  if (opened.length > 0) shutNobodyOut(`${area} as it opens`, opened, PHONE, []);
  shutNobodyOut(`states of ${area}`, states, PHONE, [ALL_LOOKS]);
  for (const look of otherLooks) shutNobodyOut(area, stops, look, [ALL_LOOKS]);
}

const tight: [string, Look][] = [
  ['text of twice the size', { ...PHONE, textSize: 2 }],
  ['the narrowest phone', { size: 'narrow', colorScheme: 'light' }],
];
for (const [name, look] of tight) {
  test(
    `nothing reaches beyond the screen: ${name}`,
    { tag: ALL_LOOKS },
    async ({ browser, baseURL, world }) => {
      await using tour = traveller(browser, baseURL ?? '', world, look);
      for (const stop of stops) {
        await tour.visit(stop, async (page) => {
          const beyond = await page.evaluate(() => {
            if (document.documentElement.scrollWidth <= window.innerWidth) return [];
            const reaching = [...document.body.querySelectorAll('*')]
              .map((element) => ({ element, right: element.getBoundingClientRect().right }))
              .filter(({ right }) => right > window.innerWidth);
            return [
              `the page is ${document.documentElement.scrollWidth} px wide`,
              ...reaching.map(({ element, right }) => `${right} px: ${element.outerHTML.slice(0, 160)}`),
            ];
          });
          expect.soft(beyond, `beyond the screen: ${stop.name}`).toEqual([]);
        });
      }
    },
  );
}
