import { startObjectStore } from '@herenow/testing/object-store';
import { person } from '@herenow/testing/people';
import { report } from '@herenow/testing/safety';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
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
  expect(app.logLines.join()).toContain('The photo store did not answer within 10 seconds.');
  // A report is taken without its photo.
  await report(await person(app, 'bela'), ada, { photoId: photos[0]!.id });
  store.hang(undefined);
  expect((await upload(app, ada, [picture])).status).toBe(200);
});
