import { DAY_MS } from '@herenow/contract/constants';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createAssets } from '../src/features/assets/service.ts';
import { startApp } from '@herenow/testing/start-app';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Writes a built client that has one hashed file of its own. */
async function build(name: string, text: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'herenow-build-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'app.html'), `<script src="/assets/${name}"></script>`);
  await writeFile(path.join(folder, 'index.html'), 'the landing page');
  await writeFile(path.join(folder, 'pages.json'), '{"start":[],"pages":[]}');
  await writeFile(path.join(folder, 'assets', name), text);
  await writeFile(path.join(folder, 'assets', `${name}.br`), brotliCompressSync(text));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** Uses `fetch`, which decodes the body, so that a compressed file must match its declared encoding. */
async function get(node: { url: string }, name: string, encoding = 'br') {
  const answer = await fetch(`${node.url}/assets/${name}`, { headers: { 'accept-encoding': encoding } });
  const { headers } = answer;
  return [
    answer.status,
    await answer.text(),
    headers.get('content-type'),
    headers.get('content-encoding'),
    headers.get('cache-control'),
  ];
}

const JS = 'text/javascript; charset=utf-8';
const NOT_FOUND = [404, 'Not found', 'text/plain; charset=utf-8', null, 'no-store'];

test('during a rolling upgrade every node serves the files of all versions', async () => {
  await using earlier = await build('start-aaaaaaaa.js', 'the earlier client');
  await using later = await build('start-bbbbbbbb.js', 'the later client');
  await using first = await startApp({}, { webFolder: earlier.folder });
  expect(await get(first, 'start-bbbbbbbb.js')).toEqual(NOT_FOUND);
  await using second = await startApp(first.config, { webFolder: later.folder });

  expect(await get(second, 'start-aaaaaaaa.js')).toEqual([200, 'the earlier client', JS, 'br', IMMUTABLE]);
  expect(await get(first, 'start-bbbbbbbb.js')).toEqual([200, 'the later client', JS, 'br', IMMUTABLE]);
  expect(await get(first, 'start-bbbbbbbb.js', 'gzip')).toEqual([
    200,
    'the later client',
    JS,
    null,
    IMMUTABLE,
  ]);
  for (const name of ['start-cccccccc.js', '..%2fapp.html', 'start-aaaaaaaa.js.br', "'--"])
    expect(await get(second, name)).toEqual(NOT_FOUND);
  expect((await fetch(`${first.url}/assets/start-bbbbbbbb.js`, { method: 'POST' })).status).toBe(404);
});

test('files outlive the last node with their build by a week', async () => {
  await using earlier = await build('start-aaaaaaaa.js', 'the earlier client');
  await using later = await build('start-bbbbbbbb.js', 'the later client');
  const pace = { assets: 20 };
  await using second = await startApp({}, { webFolder: later.folder, pace });
  const { config, clock } = second;
  const served = async () => (await get(second, 'start-aaaaaaaa.js'))[0];
  const stored = async () =>
    (await second.db.selectFrom('web_assets').select('name').execute()).map((row) => row.name).toSorted();
  {
    await using first = await startApp(config, { webFolder: earlier.folder, pace, clock });
    // Longer than files are kept if no running node was built with them.
    for (let day = 0; day < 10; day++) {
      clock.moveBy(DAY_MS);
      await expect
        .poll(() =>
          second.db
            .selectFrom('web_assets')
            .select((row) => row.fn.min('kept_until').as('end'))
            .executeTakeFirst(),
        )
        .toEqual({
          end: expect.toSatisfy((end: Date) => end.getTime() > clock.now().getTime() + 6.5 * DAY_MS),
        });
    }
    expect((await get(first, 'start-bbbbbbbb.js'))[0]).toBe(200);
  }
  clock.moveBy(6 * DAY_MS);
  await using third = await startApp(config, { webFolder: later.folder, pace, clock });
  expect((await get(third, 'start-aaaaaaaa.js'))[0]).toBe(200);
  expect(await served()).toBe(200);
  clock.moveBy(2 * DAY_MS);
  await expect.poll(stored).toEqual(['start-bbbbbbbb.js']);
});

test('files of a build that is started again after almost a week are kept from then on', async () => {
  await using earlier = await build('start-aaaaaaaa.js', 'the earlier client');
  await using later = await build('start-bbbbbbbb.js', 'the later client');
  await using second = await startApp({}, { webFolder: later.folder });
  const { config, clock } = second;
  {
    await using _ = await startApp(config, { webFolder: earlier.folder, clock });
  }
  clock.moveBy(7 * DAY_MS - 60_000);
  await using _again = await startApp(config, { webFolder: earlier.folder, clock });
  clock.moveBy(2 * 60_000);
  await createAssets({ db: second.db, clock, folder: later.folder }).sweep();
  expect((await get(second, 'start-aaaaaaaa.js'))[0]).toBe(200);
});

test('a node without a client deletes expired files of others, too', async () => {
  await using app = await startApp();
  const assets = createAssets({ db: app.db, clock: app.clock, folder: '/nowhere' });
  const row = { name: 'start-aaaaaaaa.js', body: Buffer.from('the client'), brotli: null };
  await app.db
    .insertInto('web_assets')
    .values({ ...row, kept_until: app.clock.now() })
    .execute();
  await assets.sweep();
  expect(await app.db.selectFrom('web_assets').select('name').execute()).toEqual([]);
});
