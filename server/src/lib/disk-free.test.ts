import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { diskFree } from './disk-free.ts';

test('a node that keeps nothing on its disk has no folder to ask about', async () => {
  expect(await diskFree(tmpdir())).toBeGreaterThan(0);
  expect(await diskFree(tmpdir())).toBeLessThan(1);
  expect(await diskFree(path.join(tmpdir(), 'herenow-nowhere'))).toBeUndefined();
});
