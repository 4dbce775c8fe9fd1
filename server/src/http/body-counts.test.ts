import { listFeed } from '@herenow/contract/feed';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { countedBody } from './body-counts.ts';

type Request = Parameters<typeof countedBody>[1];
const inChunks = { headers: { 'transfer-encoding': 'chunked' } } as unknown as Request;

test('a body in chunks that breaks off ends with the same error', async () => {
  const body = new PassThrough();
  const counted = countedBody(listFeed, inChunks, body, async () => {});
  const end = finished(counted.resume());
  body.write('{');
  body.destroy(new Error('aborted'));
  await expect(end).rejects.toThrow('aborted');
});
