import { mkdtempDisposable, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { PhotoFileName } from './files.ts';
import { openFolder } from './folder.ts';

test('a photo that cannot be written completely leaves nothing behind, and can be written again', async () => {
  await using root = await mkdtempDisposable(path.join(os.tmpdir(), 'herenow-photos-'));
  const folder = await openFolder(root.path);
  const whole: [PhotoFileName, Buffer][] = [['1080.jpg', Buffer.from('photo')]];
  const broken = [...whole, ['missing/320.webp', Buffer.from('photo')]] as [PhotoFileName, Buffer][];
  await expect(folder.put('abcdef', new Map(broken))).rejects.toThrow('ENOENT');
  expect(await readdir(root.path)).toEqual([]);
  await folder.put('abcdef', new Map(whole));
  expect(await folder.read('abcdef', '1080.jpg')).toEqual(Buffer.from('photo'));
});
