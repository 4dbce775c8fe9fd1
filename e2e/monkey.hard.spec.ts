import { becomeVisible, logIn, type PublicPerson } from '@herenow/testing/public-person';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { actElsewhere } from './monkey-elsewhere.ts';
import { actAtRandom, diceOf, openLayer } from './monkey.ts';
import { makeOperator } from './operators.ts';
import { quietPlace, signIn, someone, threePhotos } from './signed-in.ts';
import { atRest } from './tour/visit.ts';
import { whatIsShown } from './what-is-shown.ts';

const MINUTES = Number(process.env['MINUTES'] ?? 10);
/** How long news may take to reach every screen that shows it. */
const NEWS_MS = 10_000;

test.use({ actionTimeout: 10_000 });
test.setTimeout((MINUTES + 5) * 60_000);

/** A tab, window or device of a person. */
interface Seat {
  name: string;
  page: Page;
}

async function openDevice(browser: Browser, baseURL: string, person: PublicPerson): Promise<BrowserContext> {
  const [longitude = 0, latitude = 0] = (await person.user()).location?.coordinates ?? [];
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    geolocation: { longitude, latitude },
    permissions: ['geolocation'],
  });
  await context.addInitScript(() => {
    addEventListener('connected', () => (document.documentElement.dataset['channel'] = 'open'));
  });
  return context;
}

async function takeSeat(name: string, person: PublicPerson, context: BrowserContext): Promise<Seat> {
  const page = await context.newPage();
  await signIn(page, person);
  await page.goto('/feed');
  return { name, page };
}

/** Closes the layers over a page, and lets the time to undo pass. */
async function settle(page: Page): Promise<void> {
  const search = page.getByRole('search');
  while ((await openLayer(page).isVisible()) || (await search.isVisible())) {
    await page.keyboard.press('Escape');
    await atRest(page);
  }
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await atRest(page);
}

async function showNewcomers(page: Page): Promise<void> {
  const pill = page.getByRole('button', { name: /new (?:person|people) nearby/ });
  if (await pill.isVisible()) await pill.click();
}

/** Compares a page with a reload of it in another tab, and returns how they differ. */
async function differenceOf({ name, page }: Seat): Promise<string | undefined> {
  // A restart of the server may have stopped the channel; the network event reopens it.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await settle(page);
  const fresh = await page.context().newPage();
  // A reload keeps the state of the page; the layers over it belong to the history of its tab.
  const state: unknown = await page.evaluate(() => ({ ...history.state, layers: undefined }));
  await fresh.goto('/about');
  await fresh.evaluate(([kept, url]) => history.replaceState(kept, '', url), [state, page.url()] as const);
  await fresh.reload();
  await expect(fresh.locator('html')).toHaveAttribute('data-channel', 'open');
  await atRest(fresh);
  const compared = expect(async () => {
    // A dialog that an answer opens, such as the moment of an accepted pin, may come late.
    await settle(page);
    await showNewcomers(page);
    expect(await whatIsShown(page), `${name} at ${page.url()}`).toEqual(await whatIsShown(fresh));
  }).toPass({ timeout: NEWS_MS });
  const difference = await compared.then(
    () => undefined,
    (error: Error) => error.message,
  );
  await fresh.close();
  return difference;
}

test('whatever people do, each of their screens shows the same as after a reload', async ({
  browser,
  server,
  expectConsoleErrors,
}, testInfo) => {
  // The browser logs every refused request.
  expectConsoleErrors(/status of [45]\d\d|net::ERR|WebSocket/);
  const { baseURL } = server;
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  console.log(`SEED=${seed}`);
  const dice = diceOf(seed);
  const [longitude, latitude] = quietPlace();
  const at = (north: number): [number, number] => [longitude, latitude + north];
  const pictures = await threePhotos();
  const ada = await someone('Ada', { baseURL, at: at(0), pictures });
  const bela = await someone('Bela', { baseURL, at: at(0.02) });
  const cleo = await someone('Cleo', { baseURL, at: at(0.05), pictures });
  for (const one of [ada, bela, cleo]) await becomeVisible(one);
  const operator = await someone('Dana', { baseURL });
  await makeOperator(operator, server);
  const elsewhere = { baseURL, dice, people: [ada, bela, cleo], operator, pictures };
  const adasLaptop = await logIn('Ada', { baseURL, email: ada.email });
  const belas = await openDevice(browser, baseURL, bela);
  const seats = [
    await takeSeat('Ada’s phone', ada, await openDevice(browser, baseURL, ada)),
    await takeSeat('Ada’s laptop', adasLaptop, await openDevice(browser, baseURL, adasLaptop)),
    await takeSeat('Bela’s first tab', bela, belas),
    await takeSeat('Bela’s second tab', bela, belas),
    await takeSeat('Cleo', cleo, await openDevice(browser, baseURL, cleo)),
  ];
  const oneOf = (all: readonly Seat[]) => all[Math.floor(dice() * all.length)]!;
  const done: string[] = [];
  const faults: string[] = [];
  const until = Date.now() + MINUTES * 60_000;
  while (Date.now() < until) {
    const seat = oneOf(seats);
    const path = new URL(seat.page.url()).pathname;
    // A control may be gone, or covered for a moment, when it is tapped.
    const act = await actAtRandom(seat.page, dice).catch((error: Error) => error.message);
    done.push(`${seat.name} at ${path}: ${act}`);
    await expect(seat.page.getByText('Something went wrong')).toHaveCount(0);
    if (dice() < 0.3) done.push(`Elsewhere ${await actElsewhere(elsewhere)}`);
    if (dice() < 0.005) await server.restart();
    if (dice() > 0.25) continue;
    const looked = oneOf(seats);
    const difference = await differenceOf(looked).catch((error: Error) => error.message);
    if (difference === undefined) continue;
    faults.push(`After ${done.slice(-8).join('\n')}\n${difference}`);
    await looked.page.reload();
  }
  await testInfo.attach('what was done', { body: done.join('\n'), contentType: 'text/plain' });
  expect(faults).toEqual([]);
});
