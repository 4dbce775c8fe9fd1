import { pages } from '../web/src/pages.ts';
import { expect, test } from './fixtures.ts';
import type { Stop } from './tour/stop.ts';
import type { World } from './tour/tour-people.ts';
import { areas, stops } from './tour/stops.ts';
import { lowerCaseOf, violationsOf } from './tour/violations.ts';
import { traveller, type Look } from './tour/visit.ts';

/** These take minutes each, so only `npm run test:looks` runs them. */
const ALL_LOOKS = '@all-looks';
const PHONE: Look = { size: 'phone', colorScheme: 'light' };
const otherLooks: Look[] = [
  { size: 'phone', colorScheme: 'dark' },
  { size: 'desktop', colorScheme: 'light' },
  { size: 'desktop', colorScheme: 'dark' },
];

// A trace of so many screens would cost more than it is worth.
test.use({ trace: 'off' });
// The areas are independent of each other, so all workers share them.
test.describe.configure({ mode: 'parallel' });

test.beforeEach(({ expectConsoleErrors }) => {
  test.setTimeout(20 * 60_000);
  // The tour shows refused, failed and aborted requests, and the browser logs each.
  expectConsoleErrors(/status of [45]0[0-9]/, /net::ERR_/, /dynamically imported module/);
});

interface Tour {
  about: string;
  stops: readonly Stop[];
  look: Look;
  tag?: string;
}

function shutNobodyOut({ about, stops, look, tag }: Tour): void {
  const title = `no screen shuts anyone out: ${about}, ${look.size}, ${look.colorScheme}`;
  test(title, { tag: tag ?? [] }, async ({ browser, baseURL, world }) => {
    await using tour = traveller(browser, baseURL ?? '', world, look);
    for (const stop of stops) {
      await tour.visit(stop, async (page) => {
        expect.soft(await violationsOf(page), stop.name).toEqual([]);
        expect.soft(await lowerCaseOf(page), `buttons and entries in Title Case: ${stop.name}`).toEqual([]);
      });
    }
  });
}

/** Whether a stop is a screen as it opens, and not another state of one. */
const isAsOpened = ({ before, act }: Stop) => !before && !act;
/** The screens that people look at most. */
const isMain = ({ name }: Stop) =>
  /^(?:landing|register|profile-setup|feed|profile|chats|chat|settings)$/.test(name);

function screenOf({ path }: Stop): string {
  return firstPart(path({} as World));
}

function firstPart(path: string): string {
  return /^\/[^/?#]*/.exec(path)![0];
}

test('every page of the client has a stop', () => {
  const visited = stops.map(screenOf);
  expect(pages.map(({ path }) => firstPart(path)).filter((screen) => !visited.includes(screen))).toEqual([]);
});

// A single test, not one for each area: each worker that takes a tour creates the town again.
shutNobodyOut({ about: 'main screens', stops: stops.filter(isMain), look: PHONE });
shutNobodyOut({
  about: 'all others as they open',
  stops: stops.filter((stop) => isAsOpened(stop) && !isMain(stop)),
  look: PHONE,
  tag: '@slow',
});
for (const [area, all] of Object.entries(areas)) {
  const states = all.filter((stop) => !isAsOpened(stop));
  shutNobodyOut({ about: `states of ${area}`, stops: states, look: PHONE, tag: ALL_LOOKS });
  for (const look of otherLooks) shutNobodyOut({ about: area, stops: all, look, tag: ALL_LOOKS });
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
