import { startObjectStore } from '@herenow/testing/object-store';
import { person } from '@herenow/testing/people';
import { report } from '@herenow/testing/safety';
import { startApp } from '@herenow/testing/start-app';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { BACKUP_KEY, newFolder } from './backups.ts';
import { plain, RED, upload } from './photos-pictures.ts';

test('a hanging store delays uploads and photo requests for 10 seconds and no longer', async () => {
  await using store = await startObjectStore();
  await using app = await startApp({ photosUrl: `http://KEY:SECRET@${store.host}/photos` });
  const ada = await person(app, 'ada', { photos: 0 });
  const picture = await plain(RED, 30, 40).jpeg().toBuffer();
  const { photos } = await upload(app, ada, [picture]);
  store.hang('within');
  const began = performance.now();
  const [failed, looked] = await Promise.all([upload(app, ada, [picture]), fetch(app.url + photos[0]!.url)]);
  const seconds = (performance.now() - began) / 1000;
  expect([failed.status, looked.status]).toEqual([503, 503]);
  expect(seconds).toBeGreaterThan(8);
  expect(seconds).toBeLessThan(13);
  expect(app.logLines.join()).toContain('no answer within 10 seconds');
  // A report is taken without its photo.
  await report(await person(app, 'bela'), ada, { photoId: photos[0]!.id });
  store.hang(undefined);
  expect((await upload(app, ada, [picture])).status).toBe(200);
});

test('a backup says in a sentence that the store hangs', async () => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await startObjectStore());
  const photosUrl = `http://KEY:SECRET@${store.host}/photos`;
  const app = stack.use(await startApp({ photosUrl }));
  await person(app, 'ada');
  store.hang('before');
  const script = path.resolve(import.meta.dirname, '../../scripts/backup.ts');
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: app.config.databaseUrl,
    DATA_DIR: await newFolder(stack),
    PHOTOS_URL: photosUrl,
    BACKUP_KEY,
  };
  await expect(promisify(execFile)(process.execPath, [script], { env })).rejects.toMatchObject({
    code: 1,
    stderr:
      'The photo store cannot be used (no answer within 10 seconds). Correct PHOTOS_URL, or bring it back.\n',
  });
});
