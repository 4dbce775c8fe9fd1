import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import budgets from './budgets.json' with { type: 'json' };
import { expect, PHONE, test } from './fixtures.ts';
import { neighbours, neighboursInChat, sayTo } from './meetings.ts';
import { enter } from './signed-in.ts';

const dist = path.resolve(import.meta.dirname, '../web/dist');

/** The bytes that no budget may ever exceed, whatever `budgets.json` says. */
const LIMITS: typeof budgets = {
  landing: 10 * 1024,
  client: 54 * 1024,
  feed: 90 * 1024,
  chat: 90 * 1024,
  feedQuiet: 144 * 1024,
  chatQuiet: 110 * 1024,
  style: 12.25 * 1024,
  document: 13_250,
};
/** Compressed sizes differ by up to this many bytes between builds of the same sources. */
const NOISE = 64;

/**
 * Budgets only go down: `budgets.json` holds what was measured when a page last got smaller. A developer who makes a
 * page smaller writes the new size there, so that it cannot grow back.
 */
function expectWithin(name: keyof typeof budgets, size: number): void {
  const budget = budgets[name];
  expect(size, `the bytes of ${name}: what is loaded first does not grow`).toBeLessThanOrEqual(
    budget + NOISE,
  );
  if (size < budget - NOISE)
    console.log(`${name} is smaller than its budget: write ${size} into budgets.json.`);
}

const gzipped = async (file: string) => gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;

/** Returns the bytes of these files as they are sent, compressed. */
async function weight(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...new Set(files)].map(gzipped));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the scripts that a page of the build names itself. */
async function scriptsOf(page: string): Promise<string[]> {
  const html = await readFile(path.join(dist, page), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1]!);
}

test('no script of the build is empty, as if the bundler had dropped its side effects', async () => {
  const assets = path.join(dist, 'assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(path.join(assets, name), 'utf8')));
  expect(scripts.filter((_name, at) => texts[at]!.trim() === '')).toEqual([]);
});

test('no budget is above its limit', () => {
  for (const [name, limit] of Object.entries(LIMITS))
    expect(budgets[name as keyof typeof budgets], name).toBeLessThanOrEqual(limit);
});

test('the script of the landing page is within its budget', async () => {
  const scripts = await scriptsOf('index.html');
  expect(scripts).toContain('landing.js');
  expectWithin('landing', await weight(scripts));
});

test('the client’s first script is within its budget', async () => {
  const scripts = await scriptsOf('app.html');
  expect(scripts.length).toBeGreaterThan(0);
  expectWithin('client', await weight(scripts));
});

/** The scripts that every page of a signed-in user needs to be whole, though no first frame shows them. */
const FOLLOWING = /^(?:background|chat-parts|stomp-socket|toaster)-.+\.js$/;

for (const [screen, address] of [
  ['feed', '/feed'],
  ['chat', '/chat/1'],
] as const)
  test(`all scripts that the ${screen} is drawn with are within their budget`, async () => {
    const { pages } = JSON.parse(await readFile(path.join(dist, 'pages.json'), 'utf8')) as {
      pages: { pattern: string; files: string[] }[];
    };
    const page = pages.find(({ pattern }) => new RegExp(pattern).test(address));
    const own = page!.files.map((url) => url.slice(1));
    const following = (await readdir(path.join(dist, 'assets'))).filter((name) => FOLLOWING.test(name));
    expect(own.some((name) => name.startsWith(`assets/${screen}-screen-`))).toBe(true);
    expect(following).toHaveLength(4);
    const files = [...(await scriptsOf('app.html')), ...own, ...following.map((name) => `assets/${name}`)];
    expectWithin(screen, await weight(files));
  });

/** The time that a page is left alone, in rounds: each lets what it has made the page fetch arrive. */
const ROUNDS = 15;
const ROUND_MS = 2000;

/** Returns the scripts that a page has fetched once nobody has touched it for half a minute. */
async function scriptsWhenQuiet(page: Page, open: () => Promise<void>): Promise<string[]> {
  const scripts = new Set<string>();
  const coming = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.endsWith('.js')) return;
    scripts.add(pathname.slice(1));
    coming.add(request);
  });
  for (const over of ['requestfinished', 'requestfailed'] as const)
    page.on(over as 'requestfinished', (request) => void coming.delete(request));
  await page.clock.install();
  await open();
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.clock.runFor(ROUND_MS);
    await expect.poll(() => coming.size).toBe(0);
  }
  // These come when the first seconds are over, one after the other; the last makes the page installable.
  for (const name of ['later-screens', 'install'])
    expect(
      [...scripts].some((file) => file.startsWith(`assets/${name}-`)),
      name,
    ).toBe(true);
  return [...scripts];
}

test.describe('a page that is left alone', () => {
  test.use(PHONE);

  test('has fetched no more scripts than the budget of a quiet feed', async ({ page, baseURL }) => {
    const { ada } = await neighbours(baseURL);
    const scripts = await scriptsWhenQuiet(page, async () => {
      await enter(page, ada, '/feed');
      await expect(page.getByRole('article')).toBeVisible();
    });
    expectWithin('feedQuiet', await weight(scripts));
  });

  test('has fetched no more scripts than the budget of a quiet chat', async ({ page, baseURL }) => {
    const { ada, bela, chatId } = await neighboursInChat(baseURL);
    await sayTo(chatId, bela, ada, 'At eight?');
    const scripts = await scriptsWhenQuiet(page, async () => {
      await enter(page, ada, `/chat/${chatId}`);
      await expect(page.getByRole('log')).toContainText('At eight?');
    });
    expectWithin('chatQuiet', await weight(scripts));
  });

  test('has fetched no sheet for somebody who saves data, until they go for one', async ({
    page,
    baseURL,
  }) => {
    const { ada } = await neighbours(baseURL);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
    });
    const scripts = await scriptsWhenQuiet(page, async () => {
      await enter(page, ada, '/feed');
      await expect(page.getByRole('article')).toBeVisible();
    });
    expect(scripts.filter((file) => file.includes('-sheet') || file.includes('sheet-'))).toEqual([]);
    const fetched = page.waitForRequest(/\/assets\/filter-sheet-[^/]+\.js$/);
    await page.getByRole('button', { name: 'Filter' }).hover();
    await fetched;
    await page.getByRole('button', { name: 'You are visible' }).click();
    await expect(page.getByRole('dialog', { name: 'Go Incognito' })).toBeVisible();
  });
});

test('the style in the client’s document is within its budget', async () => {
  const html = await readFile(path.join(dist, 'app.html'), 'utf8');
  const style = /<style>(\/\*! tailwindcss[\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
  expect(style).toContain('--signal');
  expectWithin('style', gzipSync(style, { level: 9 }).length);
});

test('the document of the client is within its budget', async () => {
  expectWithin('document', (await readFile(path.join(dist, 'app.html.br'))).length);
});

/** What a server may send before the first acknowledgement arrives: ten packets. */
const FIRST_PACKETS = 14_600;

for (const address of ['/feed', '/chats', '/chat/1', '/login', '/register', '/settings'])
  test(`the document of ${address} fits with its headers into the first packets of a connection`, async ({
    baseURL,
  }) => {
    expect(await bytesOf(new URL(address, baseURL))).toBeLessThanOrEqual(FIRST_PACKETS);
  });

/** Returns how many bytes a response takes on the wire, including its headers. */
async function bytesOf({ hostname, port, pathname, host }: URL): Promise<number> {
  const socket = connect(Number(port), hostname);
  const asked = { host, accept: 'text/html', 'accept-encoding': 'br', connection: 'close' };
  const lines = Object.entries(asked).map(([name, value]) => `${name}: ${value}`);
  socket.write([`GET ${pathname} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  let bytes = 0;
  for await (const chunk of socket) bytes += (chunk as Buffer).length;
  expect(bytes).toBeGreaterThan(10_000);
  return bytes;
}
