import { listFeed } from '@herenow/contract/feed';
import * as refusals from '@herenow/contract/refusals';
import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import { person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';

const app = sharedApp();
let ada: Person;
beforeAll(async () => void (ada = await person(app, 'ada')));

async function feed(encoding: string, body: string | Uint8Array<ArrayBuffer>) {
  const headers = { ...ada.headers, 'content-type': 'application/json', 'content-encoding': encoding };
  const response = await fetch(new URL(listFeed.path, app.url), { method: 'POST', headers, body });
  return [response.status, response.headers.get(REFUSAL_HEADER)];
}

describe('a compressed body is refused, since its length says nothing about its cost', () => {
  const lists = JSON.stringify({ blockedUsers: Array.from({ length: 10_000 }, () => randomUUID()) });
  test.each([
    ['gzip', gzipSync(lists)],
    ['deflate', deflateSync(lists)],
    ['br', brotliCompressSync(lists)],
    ['zstd', zstdCompressSync(lists)],
    ['gzip, identity', gzipSync(lists)],
    ['unheard-of', Buffer.from(lists)],
    ['gzip', Buffer.from('no gzip at all')],
  ])('%s', async (encoding, body) => {
    expect(await feed(encoding, Uint8Array.from(body))).toEqual([415, refusals.bodyEncoded.code]);
  });

  test('one with the encoding `identity` is accepted', async () => {
    expect(await feed('identity', JSON.stringify({ userId: ada.id }))).toEqual([200, null]);
  });
});
