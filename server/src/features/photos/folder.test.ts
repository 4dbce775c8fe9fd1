import { mayMount } from '@herenow/testing/mounts';
import { smallDisk } from '@herenow/testing/small-disk';
import { mkdtempDisposable, readdir, rm, writeFile } from 'node:fs/promises';
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

test.skipIf(!(await mayMount()))('photos leave the last of a disk to the database beside them', async () => {
  await using root = await mkdtempDisposable(path.join(os.tmpdir(), 'herenow-photos-'));
  const disk = path.join(root.path, 'disk');
  await using _ = await smallDisk(disk, 20);
  const folder = await openFolder(path.join(disk, 'photos'));
  const photo = new Map<PhotoFileName, Buffer>([['1080.jpg', Buffer.from('photo')]]);
  await folder.put('abcdef', photo);
  const rest = path.join(disk, 'rest');
  await writeFile(rest, Buffer.alloc(19.5 * 1024 * 1024));
  await expect(folder.put('ghijkl', photo)).rejects.toThrow('The disk of the photos is almost full.');
  expect(await folder.read('abcdef', '1080.jpg')).toEqual(Buffer.from('photo'));
  await folder.remove('abcdef');
  expect(await readdir(path.join(disk, 'photos', 'ab'))).toEqual([]);
  await rm(rest);
  await folder.put('ghijkl', photo);
});
