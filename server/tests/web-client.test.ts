import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddressInfo } from 'node:net';
import { serveHealth } from '../src/http/health.ts';
import { servePages } from '../src/http/web-client.ts';
import { createHttpServer } from '../src/http/server.ts';

const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const SHELL = 'the shell<script>theScript()</script><script src="/assets/app-1a2b.js"></script>';
const IMMUTABLE = 'public, max-age=31536000, immutable';

async function serve(folder: string, checks: Parameters<typeof serveHealth>[1]['needs'] = {}) {
  const http = await createHttpServer({
    log: pino({ level: 'silent' }),
    trustProxy: false,
    publicUrl: 'http://localhost:3000',
  });
  serveHealth(http, { needs: checks, uses: {} });
  await servePages(http, folder);
  await http.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  return { url, [Symbol.asyncDispose]: () => http.close() };
}

describe('with a built client', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'herenow-pages-'));
    await mkdir(path.join(folder, 'assets'));
    const files = {
      'index.html': 'the landing page',
      'app.html': SHELL,
      'sw.js': 'the worker',
      'privacy_policy.html': 'the policy',
      '.secret': 'hidden',
      'assets/app-1a2b.js': 'the client',
      'assets/packed-3c4d.js': 'as it is',
      'pages.json': JSON.stringify({
        start: ['/assets/app-1a2b.js'],
        pages: [
          { pattern: '^/login/*$', files: [] },
          { pattern: '^/profile/(?<id>[^/]+)/*$', files: [] },
          { pattern: '^/feed/*$', files: ['/assets/feed-5e6f.js', '/assets/card-7a8b.js'], photo: true },
        ],
      }),
    };
    await writeFile(path.join(folder, 'assets/packed-3c4d.js.br'), brotliCompressSync('for brotli'));
    await writeFile(path.join(folder, 'assets/packed-3c4d.js.gz'), gzipSync('for gzip'));
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    server = await serve(folder);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  test.each([
    ['/', 'the landing page', 'no-cache'],
    ['/?fromNotification=1&chatId=7', 'the landing page', 'no-cache'],
    ['/login', SHELL, 'no-cache'],
    ['/feed//', SHELL, 'no-cache'],
    ['/profile/7', SHELL, 'no-cache'],
    ['/profile/7.8/?x=1', SHELL, 'no-cache'],
    ['/sw.js', 'the worker', 'no-cache'],
    ['/privacy_policy.html', 'the policy', 'no-cache'],
    ['/assets/app-1a2b.js', 'the client', IMMUTABLE],
  ])('%s', async (url, text, cache) => {
    for (const headers of [NAVIGATION, { accept: '*/*' }]) {
      const answer = await fetch(server.url + url, { headers });
      expect([answer.status, await answer.text()]).toEqual([200, text]);
      expect(answer.headers.get('cache-control')).toBe(cache);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    }
  });

  test.each(['/login', '/nowhere', '/', '/sw.js'])('%s leaves no warning in the log', async (url) => {
    const warnings: string[] = [];
    const keep = ({ message }: Error) => void warnings.push(message);
    process.on('warning', keep);
    await (await fetch(server.url + url, { headers: NAVIGATION })).text();
    process.off('warning', keep);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['br, gzip', 'for brotli', 'br'],
    ['gzip', 'for gzip', 'gzip'],
    ['identity', 'as it is', null],
  ])('sends the file that is packed already to who accepts %s', async (accepted, text, encoding) => {
    const answer = await fetch(`${server.url}/assets/packed-3c4d.js`, {
      headers: { 'accept-encoding': accepted },
    });
    expect([answer.status, await answer.text()]).toEqual([200, text]);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(answer.headers.get('cache-control')).toBe(IMMUTABLE);
  });

  test('sends with the shell the names of the files that the screen needs', async () => {
    const linkOf = async (url: string) =>
      (await fetch(server.url + url, { headers: NAVIGATION })).headers.get('link');
    const start = '</assets/app-1a2b.js>;rel=modulepreload';
    // The photo that the feed's document fetches has priority over code.
    const feed = ['app-1a2b', 'feed-5e6f', 'card-7a8b']
      .map((name) => `</assets/${name}.js>;rel=modulepreload;fetchpriority=low`)
      .join();
    expect(await linkOf('/feed')).toBe(feed);
    expect(await linkOf('/feed/?from=here')).toBe(feed);
    expect(await linkOf('/login')).toBe(start);
    expect(await linkOf('/profile/7')).toBe(start);
    expect(await linkOf('/feeds')).toBeNull();
    expect(await linkOf('/')).toBeNull();
  });

  test('allows only the script inside the shell', async () => {
    const hash = createHash('sha256').update('theScript()').digest('base64');
    const policyOf = async (url: string) =>
      (await fetch(server.url + url, { headers: NAVIGATION })).headers.get('content-security-policy');
    // The service worker caches the document under its own name.
    for (const url of ['/feed', '/app.html'])
      expect(await policyOf(url)).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(await policyOf('/privacy_policy.html')).toContain("script-src 'self';");
  });

  test.each(['/no/such/page', '/feeds', '/profile', '/profile/7/8', '/constructor', '/api/nothing'])(
    '%s is a page that is not there to a browser, and nothing to anything else',
    async (url) => {
      const page = await fetch(server.url + url, { headers: NAVIGATION });
      expect([page.status, await page.text()]).toEqual([404, SHELL]);
      const other = await fetch(server.url + url, { headers: { accept: '*/*' } });
      expect([other.status, await other.text()]).toEqual([404, 'Not found']);
    },
  );

  test.each([
    ['GET', '/api/nothing', { accept: '*/*' }],
    ['GET', '/assets/app-gone.js', NAVIGATION],
    ['GET', '/photos/x/1080.jpg', NAVIGATION],
    ['GET', '/user/create', { accept: '*/*' }],
    ['GET', '/missing.png', { accept: 'image/avif,*/*' }],
    ['GET', '/missing.js', { accept: '*/*' }],
    ['GET', '/feed', { accept: 'application/json' }],
    ['GET', '/.secret', { accept: '*/*' }],
    ['POST', '/nothing', NAVIGATION],
    ['PUT', '/login', NAVIGATION],
    ['DELETE', '/', NAVIGATION],
  ])('%s %s is not found', async (method, url, headers) => {
    const answer = await fetch(server.url + url, { method, headers });
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found']);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['/../../package.json', 404],
    ['/assets', 404],
    ['/assets/', 404],
    ['/.secret', 404],
    ['/assets/..%2f..%2fpackage.json', 404],
    ['/%2e%2e/package.json', 404],
    ['/assets/../pages.json', 404],
    ['/%zz', 400],
  ])('%s leads nowhere', async (target, status) => {
    const answer = await rawGet(server.url, target);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('{');
  });

  test.each([
    ['//feed', '/feed'],
    ['///feed?from=here', '/feed?from=here'],
    ['/a/../feed', '/feed'],
    ['/./feed/.', '/feed/'],
    ['/%2e%2e/feed', '/feed'],
    ['/\\feed', '/feed'],
    ['//profile//7', '/profile/7'],
    ['//', '/'],
    ['/feed/..', '/'],
  ])('%s leads to the page that is meant', async (target, page) => {
    for (const accept of [NAVIGATION.accept, '*/*']) {
      const answer = await rawGet(server.url, target, { accept });
      expect([answer.status, answer.headers.location]).toEqual([308, page]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect((await rawGet(server.url, target)).status).toBe(404);
  });

  test.each([
    '/a/../b',
    '/%2e%2e/x',
    '/feed%00',
    '/%00',
    '//evil.example/x',
    '/\\evil',
    '//[',
    '/feed/..%5cx',
  ])('%s is a page that is not there', async (target) => {
    const page = await rawGet(server.url, target, NAVIGATION);
    expect([page.status, page.text]).toEqual([404, SHELL]);
    const other = await rawGet(server.url, target);
    expect([other.status, other.text]).toEqual([404, 'Not found']);
  });

  test('an unchanged page is not sent again', async () => {
    const first = await fetch(`${server.url}/login`, { headers: NAVIGATION });
    // Not with Node's fetch, which would send a header that forbids cached responses.
    const again = await rawGet(server.url, '/feed', {
      ...NAVIGATION,
      'if-none-match': first.headers.get('etag')!,
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

test('without a built client a page says what to do, and everything else works', async () => {
  await using server = await serve('/nowhere');
  const page = await fetch(`${server.url}/login`, { headers: NAVIGATION });
  expect(page.status).toBe(503);
  expect(await page.text()).toMatch(/^The web client is not built yet. Run "npm start"/);
  expect((await fetch(`${server.url}/api/nothing`)).status).toBe(404);
});

describe('health', () => {
  test('many concurrent checks are one for the database, and a hanging one holds up none after it', async () => {
    let asked = 0;
    const database = async () => {
      asked += 1;
      if (asked === 1) await new Promise(() => {});
    };
    await using server = await serve('/nowhere', { database });
    const ask = async () => (await fetch(`${server.url}/readyz`)).status;
    const statuses = await Promise.all(Array.from({ length: 20 }, ask));
    expect([new Set(statuses), asked]).toEqual([new Set([503]), 1]);
    expect(await ask()).toBe(200);
  });

  test.each<[string, Record<string, () => Promise<unknown>>, number, string]>([
    ['all there', { database: async () => 1, bus: async () => true }, 200, 'ok'],
    [
      'no database',
      { database: () => Promise.reject(new Error('x')) },
      503,
      'The database cannot be reached.',
    ],
    ['no bus', { database: async () => 1, bus: async () => false }, 503, 'The bus cannot be reached.'],
    ['no answer', { bus: () => new Promise(() => {}) }, 503, 'The bus cannot be reached.'],
  ])('%s', async (_name, checks, status, text) => {
    await using server = await serve('/nowhere', checks);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([status, text]);
    const alive = await fetch(`${server.url}/healthz`);
    expect([alive.status, await alive.text()]).toEqual([200, 'ok']);
  });
});

/** Sends a request whose path no client library has normalized. */
function rawGet(
  url: string,
  target: string,
  headers: Record<string, string> = { accept: 'application/json' },
): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path: target, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }));
    })
      .on('error', reject)
      .end();
  });
}
