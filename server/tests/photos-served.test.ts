import { afterAll, beforeAll, expect, test } from 'vitest';
import { person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { plain, RED, upload } from './photos-pictures.ts';

let app: TestApp;
let ada: Person;
let url: string;
let key: string;

beforeAll(async () => {
  app = await startApp({ rateLimits: true });
  ada = await person(app, 'ada', { photos: 0 });
  const { photos } = await upload(app, ada, [await plain(RED, 30, 40).jpeg().toBuffer()]);
  url = photos[0]!.url;
  key = url.split('/')[2]!;
});
afterAll(() => app[Symbol.asyncDispose]());

test.each([
  ['1080.jpg', 'image/jpeg'],
  ['320.webp', 'image/webp'],
  ['640.webp', 'image/webp'],
  ['1080.webp', 'image/webp'],
])('%s is there for good', async (name, type) => {
  const answer = await fetch(`${app.url}/photos/${key}/${name}`);
  const bytes = await answer.arrayBuffer();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(type);
  expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const head = await fetch(`${app.url}/photos/${key}/${name}`, { method: 'HEAD' });
  expect(head.status).toBe(200);
  for (const header of ['content-length', 'content-type', 'cache-control'])
    expect(head.headers.get(header)).toBe(answer.headers.get(header));
});

test.each([
  ['another key', () => `/photos/AAAAAAAAAAAAAAAAAAAAAAAA/1080.jpg`],
  ['another file', () => `/photos/${key}/2000.jpg`],
  ['a file of no photo', () => `/photos/${key}/package.json`],
  ['a way out', () => `/photos/..%2f..%2ftoken-secret/1080.jpg`],
  ['a way out as the file', () => `/photos/${key}/..%2f..%2f..%2ftoken-secret`],
  ['no key', () => '/photos/x/1080.jpg'],
])('%s is not', async (_name, at) => {
  const answer = await fetch(app.url + at());
  expect([answer.status, await answer.text()]).toEqual([404, 'Photo not found']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('uploads are limited, with the time to wait', async () => {
  const bela = await person(app, 'bela');
  const answers = await Promise.all(Array.from({ length: 41 }, () => upload(app, bela, [])));
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  const refused = answers.find(({ status, text }) => status === 429 && text.startsWith('Too many tries'))!;
  expect(refused.text).toMatch(/^Too many tries. Please wait \d+ \w+ and try again.$/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
