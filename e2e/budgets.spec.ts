import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './fixtures.ts';

const dist = path.resolve(import.meta.dirname, '../web/dist');
const KB = 1024;

const gzipped = async (file: string) => gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;

/** The bytes of these files as they travel, in KB. */
async function weight(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...new Set(files)].map(gzipped));
  return sizes.reduce((sum, size) => sum + size, 0) / KB;
}

/** The scripts a page of the build names itself. */
async function scriptsOf(page: string): Promise<string[]> {
  const html = await readFile(path.join(dist, page), 'utf8');
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1]!);
}

test('the landing page brings at most 10 KB of script', async () => {
  const scripts = await scriptsOf('index.html');
  expect(scripts).toContain('landing.js');
  expect(await weight(scripts)).toBeLessThanOrEqual(10);
});

test('the client starts with at most 120 KB of script', async () => {
  const scripts = await scriptsOf('app.html');
  expect(scripts.length).toBeGreaterThan(0);
  expect(await weight(scripts)).toBeLessThanOrEqual(120);
});

/** What every page of someone signed in fetches by itself once it stands. */
const FOLLOWING = /^(?:stomp-socket|toaster|visibility-sheet)-.+\.js$/;

for (const [screen, address] of [
  ['feed', '/feed'],
  ['chat', '/chat/1'],
] as const)
  test(`all that the ${screen} runs on is at most 155 KB of script`, async () => {
    const { pages } = JSON.parse(await readFile(path.join(dist, 'pages.json'), 'utf8')) as {
      pages: { pattern: string; files: string[] }[];
    };
    const page = pages.find(({ pattern }) => new RegExp(pattern).test(address));
    const own = page!.files.map((url) => url.slice(1));
    const following = (await readdir(path.join(dist, 'assets'))).filter((name) => FOLLOWING.test(name));
    expect(own.some((name) => name.startsWith(`assets/${screen}-screen-`))).toBe(true);
    expect(following).toHaveLength(3);
    const files = [...(await scriptsOf('app.html')), ...own, ...following.map((name) => `assets/${name}`)];
    expect(await weight(files)).toBeLessThanOrEqual(155);
  });

test('the style of the client, which its document carries, is at most 12 KB', async () => {
  const html = await readFile(path.join(dist, 'app.html'), 'utf8');
  const style = /<style>(\/\*! tailwindcss[\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
  expect(style).toContain('--signal');
  expect(gzipSync(style, { level: 9 }).length / KB).toBeLessThanOrEqual(12);
});

test('the document of the client fits in the first packets of a connection', async () => {
  expect((await readFile(path.join(dist, 'app.html.br'))).length).toBeLessThanOrEqual(14_000);
});
