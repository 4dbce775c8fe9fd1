import { listFeed } from '@herenow/contract/feed';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { goVisible } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';

/** Returns the feed as it is sent to a client that accepts these encodings. */
async function feed(app: TestApp, viewer: Person, encodings: string) {
  const asking = request(new URL(listFeed.path, app.url), {
    method: 'POST',
    headers: { ...viewer.headers, 'content-type': 'application/json', 'accept-encoding': encodings },
  });
  asking.end(JSON.stringify({ userId: viewer.id }));
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { encoding: answer.headers['content-encoding'], body: await buffer(answer) };
}

test('a page is compressed with the best that both sides know', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  for (const name of ['bela', 'chidi', 'dana']) await goVisible(app, await person(app, name, { photos: 3 }));
  const plain = await feed(app, ada, 'identity');
  expect(plain.encoding).toBeUndefined();
  const people = JSON.parse(plain.body.toString()) as { username: string }[];
  expect(people.map(({ username }) => username).toSorted()).toEqual(['bela', 'chidi', 'dana']);

  for (const [accepted, chosen, decompress] of [
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const { encoding, body } = await feed(app, ada, accepted);
    expect(encoding).toBe(chosen);
    expect(body.length).toBeLessThan(plain.body.length / 2);
    expect(decompress(body).equals(plain.body)).toBe(true);
  }
});
