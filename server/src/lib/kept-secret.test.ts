import { mayMount } from '@herenow/testing/mounts';
import { smallDisk } from '@herenow/testing/small-disk';
import { mkdtempDisposable, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keptSecret, SECRET_FILE } from './kept-secret.ts';

const newFolder = () => mkdtempDisposable(path.join(tmpdir(), 'herenow-secret-'));

test('a secret is made once, however many ask at once, and only its owner reads it', async () => {
  await using folder = await newFolder();
  const at = path.join(folder.path, 'deep');
  const secrets = await Promise.all(Array.from({ length: 10 }, () => keptSecret(at)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(await keptSecret(at)).toBe(secrets[0]);
  expect(await readdir(at)).toEqual([SECRET_FILE]);
  expect((await stat(path.join(at, SECRET_FILE))).mode & 0o077).toBe(0);
});

test('what a full disk left of a secret is not taken for one', async () => {
  await using folder = await newFolder();
  await writeFile(path.join(folder.path, SECRET_FILE), '');
  await expect(keptSecret(folder.path)).rejects.toThrow(
    `The secret in ${folder.path}/token-secret is damaged. Put it back from a backup, or remove the file`,
  );
});

test('a folder that cannot be made is a sentence', async () => {
  await using folder = await newFolder();
  await writeFile(path.join(folder.path, 'file'), '');
  await expect(keptSecret(path.join(folder.path, 'file'))).rejects.toThrow(
    `The secret that Herenow signs with cannot be kept in ${folder.path}/file/token-secret (EEXIST).`,
  );
});

test.skipIf(!(await mayMount()))('a full disk is thrown as one', async () => {
  await using folder = await newFolder();
  await using disk = await smallDisk(folder.path, 1);
  await disk.fill();
  await expect(keptSecret(folder.path)).rejects.toMatchObject({ code: 'ENOSPC' });
  await disk.free();
  expect(await keptSecret(folder.path)).toMatch(/^[\w-]{43}$/);
});
