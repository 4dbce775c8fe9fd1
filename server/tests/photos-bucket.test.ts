import { eventually } from '@herenow/testing/eventually';
import { updateUser } from '@herenow/contract/profile';
import { photosAway } from '@herenow/contract/refusals';
import { describe, expect, test } from 'vitest';
import { openPhotoFiles } from '../src/features/photos/index.ts';
import { readStoreUrl } from '../src/lib/store-url.ts';
import { startObjectStore } from '@herenow/testing/object-store';
import { person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { download, plain, RED, upload } from './photos-pictures.ts';

const HOUR = 3_600_000;
const picture = () => plain(RED, 30, 40).jpeg().toBuffer();

test('an object store instead of the folder: put, read, remove, signed with the configured key', async () => {
  await using store = await startObjectStore();
  await using app = await startApp({
    photosUrl: `http://KEY:SE%2FCRET@${store.host}/photos/town?region=eu-central-1`,
  });
  const ada = await person(app, 'ada', { photos: 0 });
  const { photos } = await upload(app, ada, [await picture(), await picture()]);
  const [kept, dropped] = photos.map(({ url }) => url.split('/')[2]!);

  expect(store.objects.size).toBe(8);
  expect(store.objects.get(`/photos/town/${kept}/1080.jpg`)).toMatchObject({
    type: 'image/jpeg',
    cache: 'private, no-store',
  });
  expect(
    store.signatures.every((one) => one.includes('Credential=KEY/') && one.includes('/eu-central-1/s3/')),
  ).toBe(true);
  for (const name of ['1080.jpg', '320.webp', '640.webp', '1080.webp'])
    expect(await download(app, photos[0]!.url.replace('1080.jpg', name))).toEqual(
      store.objects.get(`/photos/town/${kept}/${name}`)!.bytes,
    );

  await ada.api(updateUser, { body: { photos: [{ url: photos[0]!.url }] } });
  app.clock.moveBy(HOUR);
  await eventually(() => expect(store.objects.size).toBe(4));
  expect([...store.objects.keys()].some((name) => name.includes(dropped!))).toBe(false);
});

test('an unreachable store: uploads fail with nothing left behind, removals wait', async () => {
  await using store = await startObjectStore();
  await using app = await startApp({ photosUrl: `http://KEY:SECRET@${store.host}/photos` });
  const ada = await person(app, 'ada', { photos: 0 });
  const { photos } = await upload(app, ada, [await picture()]);

  store.breakDown(true);
  const failed = await upload(app, ada, [await picture()]);
  const unread = await fetch(app.url + photos[0]!.url);
  expect([failed.status, failed.text]).toEqual([503, photosAway.text]);
  expect([unread.status, await unread.text()]).toEqual([503, photosAway.text]);
  for (const { headers } of [failed, unread]) expect(headers.get('retry-after')).toBe('10');
  expect(await app.db.selectFrom('photos').select('id').execute()).toHaveLength(1);
  // However many calls fail, an outage is one line a minute.
  expect(app.logLines.filter((line) => line.includes('photo store'))).toEqual([
    expect.stringContaining('"msg":"photo store failed"'),
  ]);
  await app.db.deleteFrom('photos').execute();
  const removals = async () => (await app.db.selectFrom('photo_removals').select('key').execute()).length;
  expect(await removals()).toBe(2);

  store.breakDown(false);
  app.clock.moveBy(HOUR);
  await eventually(async () => expect(await removals()).toBe(0));
  expect(store.objects.size).toBe(0);
  expect(app.logLines.join()).not.toContain('SECRET');
});

test('however slow a store is, the database waits for what is removed there in one transaction', async () => {
  const store = await startObjectStore();
  await using app = await startApp({ photosUrl: `http://KEY:SECRET@${store.host}/photos` });
  store.hang('before');
  await app.pool.query(
    "INSERT INTO photo_removals (key, due_at) SELECT 'key-' || n, $1 FROM generate_series(1, 30) AS n",
    [app.clock.now()],
  );
  const beingRemoved = async () =>
    30 - (await app.pool.query('SELECT FROM photo_removals FOR UPDATE SKIP LOCKED')).rowCount!;
  await expect.poll(beingRemoved).toBeGreaterThan(0);
  const { rows } = await app.pool.query<{ patience: number }>(
    "SELECT setting::int AS patience FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout'",
  );
  // One that never answers within this time counts as failed.
  const slowestMs = 10_000;
  expect((await beingRemoved()) * slowestMs).toBeLessThan(rows[0]!.patience);
  await store[Symbol.asyncDispose]();
});

test('a missing bucket is reported in the log at the start, and at /readyz', async () => {
  await using store = await startObjectStore();
  await using app = await startApp({ photosUrl: `http://KEY:SECRET@${store.host}/pictures` });
  await expect
    .poll(() => app.logLines.find((line) => line.includes('The photo store cannot be used.')))
    .toContain('"reason":"The specified bucket does not exist"');
  const ready = await fetch(`${app.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([200, 'The photo store cannot be reached.']);
});

test.each(['PUT', 'GET', 'DELETE'] as const)(
  'a store that takes no %s, as a full one or one that forbids it, counts as away',
  async (method) => {
    await using store = await startObjectStore();
    const url = `http://KEY:SECRET@${store.host}/photos`;
    const files = await openPhotoFiles({ photosUrl: url, dataDir: '' });
    await files.check();
    expect(store.objects.size).toBe(0);
    store.refuse(method);
    const photo = new Map([['1080.jpg', Buffer.alloc(0)]] as const);
    const asked = { PUT: () => files.put('key', photo), GET: files.check, DELETE: () => files.remove('key') };
    await expect(asked[method]()).rejects.toThrow('Access Denied');
    await expect(files.check()).rejects.toThrow('Access Denied');
  },
);

test('regular checks of a store read, and seldom write: a bucket with versions would keep each object', async () => {
  await using store = await startObjectStore();
  const files = await openPhotoFiles({ photosUrl: `http://KEY:SECRET@${store.host}/photos`, dataDir: '' });
  await files.check();
  const first = store.signatures.length;
  await files.check();
  expect([first, store.signatures.length - first]).toEqual([3, 1]);
});

describe('PHOTOS_URL', () => {
  test.each([
    [
      'https://K:S@store.example/bucket',
      { bucket: 'bucket', prefix: '' },
      { endpoint: 'https://store.example', region: 'us-east-1' },
    ],
    [
      's3://K:S@store.example:9000/bucket/a/b?region=here',
      { bucket: 'bucket', prefix: 'a/b/' },
      { endpoint: 'https://store.example:9000', region: 'here' },
    ],
    ['http://K:S@localhost:9000/bucket', { bucket: 'bucket' }, { endpoint: 'http://localhost:9000' }],
    ['s3://K:S@localhost/bucket', { bucket: 'bucket' }, { endpoint: 'https://localhost' }],
    ['s3://bucket?region=eu-west-1', { bucket: 'bucket', prefix: '' }, { region: 'eu-west-1' }],
    ['s3://bucket/people', { bucket: 'bucket', prefix: 'people/' }, { region: 'us-east-1' }],
  ])('%s', (url, place, config) => {
    const credentials = url.includes('K:S') ? { accessKeyId: 'K', secretAccessKey: 'S' } : undefined;
    const read = readStoreUrl(url);
    expect(read).toMatchObject({ endpoint: undefined, ...place, ...config });
    expect(read!.credentials).toEqual(credentials);
  });

  test.each([
    'https://store.example',
    'https://K:S@store.example/',
    'https://K@store.example/bucket',
    's3://',
  ])('%s cannot be read', (url) => expect(readStoreUrl(url)).toBeUndefined());
});

test('the log warns that a versioned bucket keeps deleted photos', async () => {
  for (const versions of [true, false]) {
    await using store = await startObjectStore({ versions });
    const photosUrl = `http://KEY:SECRET@${store.host}/photos`;
    const files = await openPhotoFiles({ photosUrl, dataDir: '' });
    expect(await files.keepsRemoved()).toBe(versions);
  }
  await using store = await startObjectStore({ versions: true });
  await using app = await startApp({ photosUrl: `http://KEY:SECRET@${store.host}/photos` });
  await expect.poll(() => app.logLines.join('\n')).toContain('keeps versions, and with them photos');
});
