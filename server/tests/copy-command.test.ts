import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { openPhotoFiles } from '../src/features/photos/index.ts';
import { writeCopy } from '../src/features/rights/index.ts';
import { withPhotos } from './photos-pictures.ts';

test('a command copies what is held about a person, and nothing about others', async () => {
  await using app = await startApp();
  const [ada, bela] = [await withPhotos(app, 'ada'), await person(app, 'bela')];
  const engines = { db: app.db, photoFiles: await openPhotoFiles(app.config) };
  const file = path.join(app.config.dataDir, 'ada.zip');
  const typed = ada.email.toUpperCase();
  const sentence = `Wrote ${file}: what is held about ${typed}. Photos: 1.`;
  expect(await writeCopy(engines, typed, file)).toBe(sentence);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const held = unzipSync(await readFile(file));
  expect(JSON.parse(strFromU8(held['profile.json']!))).toMatchObject([{ email: ada.email }]);
  expect(Object.keys(held).filter((name) => name.startsWith('photos/'))).toHaveLength(1);
  for (const bytes of Object.values(held)) expect(strFromU8(bytes, true)).not.toContain(bela.email);

  await expect(writeCopy(engines, bela.email, file)).rejects.toMatchObject({
    name: 'StartError',
    message: 'The file of the copy cannot be written (EEXIST).',
  });
  await expect(writeCopy(engines, 'nobody@example.org', `${file}2`)).rejects.toMatchObject({
    name: 'StartError',
    message: 'Nobody with the email nobody@example.org is registered.',
  });
});

test('the command says that an account may not belong to whoever reads its mail', async () => {
  await using app = await startApp();
  const eve = await person(app, 'eve', { step: 5 });
  const engines = { db: app.db, photoFiles: await openPhotoFiles(app.config) };
  const file = path.join(app.config.dataDir, 'eve.zip');
  expect(await writeCopy(engines, eve.email, file)).toBe(
    `Wrote ${file}: what is held about ${eve.email}. Photos: 0. Nobody has shown that this address is theirs: ` +
      'somebody else may have opened the account.',
  );
});
