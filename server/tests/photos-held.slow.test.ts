import { eventually } from '@herenow/testing/eventually';
import { deleteUser } from '@herenow/contract/accounts';
import type { Photo } from '@herenow/contract/entities';
import { updateUser } from '@herenow/contract/profile';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { signInAgain } from '@herenow/testing/encounters';
import { sharedApp } from '@herenow/testing/shared-app';
import { person, type Person } from '@herenow/testing/people';
import { plain, RED, upload } from './photos-pictures.ts';

const HOUR = 3_600_000;
const CHOOSE_AGAIN = 'Please choose your photos again';

const app = sharedApp();
let ada: Person;
let picture: Buffer;

beforeAll(async () => void (picture = await plain(RED, 30, 40).jpeg().toBuffer()));
beforeEach(async () => {
  await app.db.deleteFrom('users').execute();
  ada = await person(app, 'ada', { photos: 0 });
});

const urlsOf = async (owner: Person, count: number) =>
  (await upload(app, owner, Array<Buffer>(count).fill(picture))).photos.slice(-count).map(({ url }) => url);
const hold = (owner: Person, urls: readonly string[]) =>
  owner.api(updateUser, { body: { photos: urls.map((url) => ({ url })) } });
const held = (answer: { json: { photos: { url: string }[] } }) => answer.json.photos.map(({ url }) => url);
const isServed = async (url: string) => (await fetch(app.url + url)).status === 200;

describe('the photos of a profile', () => {
  test('in the order given, and again in another', async () => {
    const [a, b, c] = (await urlsOf(ada, 3)) as [string, string, string];
    expect(held(await hold(ada, [b, a, c]))).toEqual([b, a, c]);
    expect(held(await hold(ada, [c, b]))).toEqual([c, b]);
    expect(held(await hold(ada, [a, b, c]))).toEqual([a, b, c]);
  });

  test('by their ids, by addresses of another window and of another time, or by both', async () => {
    const [a, b, c] = (await upload(app, ada, [picture, picture, picture])).photos as [Photo, Photo, Photo];
    const old = `/photos/${b.url.split('/')[2]}/1080.jpg`;
    // Photos that no profile holds are deleted within the hour.
    await hold(ada, [a.url, b.url, c.url]);
    app.clock.moveBy(7 * HOUR);
    [ada] = await signInAgain(app, ada);
    const body = { photos: [{ id: c.id.toUpperCase() }, { url: old }, { id: newId(), url: a.url }] };
    const answer = await ada.api(updateUser, { body });
    expect(answer.json.photos.map(({ id }) => id)).toEqual([c.id, b.id, a.id]);
    expect(await isServed(a.url)).toBe(true);
  });

  test('an upload returns those of the profile in their order, then the new ones', async () => {
    const first = (await upload(app, ada, [picture, picture])).photos;
    await hold(ada, [first[1]!.url, first[0]!.url]);
    const { photos } = await upload(app, ada, [picture]);
    expect(photos.map(({ id }) => id)).toEqual([first[1]!.id, first[0]!.id, photos[2]!.id]);
  });

  test('at most three before the registration is finished', async () => {
    const chidi = await person(app, 'chidi', { step: 4, photos: 0 });
    const urls = await urlsOf(chidi, 4);
    const four = { photos: urls.map((url) => ({ url })), registrationStep: 5 };
    expect(await chidi.api(updateUser, { body: four })).toMatchObject({
      status: 400,
      text: 'You can have up to 3 photos',
    });
    const three = { ...four, photos: four.photos.slice(1) };
    expect((await chidi.api(updateUser, { body: three })).json).toMatchObject({ registrationStep: 5 });
  });

  test('the same one twice counts once; an origin before the address does no harm', async () => {
    const [a, b] = (await urlsOf(ada, 2)) as [string, string];
    expect(held(await hold(ada, [a, `http://localhost:3000${b}?retry=1`, a]))).toEqual([a, b]);
  });

  test.each<[string, (own: string[]) => Promise<string[]> | string[], string]>([
    [
      'somebody else’s',
      async ([own]) => [own!, ...(await urlsOf(await person(app, 'bela'), 1))],
      CHOOSE_AGAIN,
    ],
    ['one that is not there', ([own]) => [own!, '/photos/AAAAAAAAAAAAAAAAAAAAAAAA/1080.jpg'], CHOOSE_AGAIN],
    ['another address', ([own]) => [own!, 'https://example.org/me.jpg'], CHOOSE_AGAIN],
    ['no address', ([own]) => [own!, ''], CHOOSE_AGAIN],
    ['six', (own) => [...own, ...own, ...own], 'You can have up to 5 photos'],
  ])('not %s; what was held stays', async (_name, wanted, text) => {
    const chidi = await person(app, 'chidi', { photos: 2 });
    const holds = async () => held(await chidi.api(updateUser, { body: {} }));
    const own = await holds();
    expect(own).toHaveLength(2);
    const answer = await hold(chidi, await wanted(own));
    expect([answer.status, answer.text]).toEqual([400, text]);
    expect(await holds()).toEqual(own);
  });
});

describe('what is removed', () => {
  test('an upload that no profile holds after an hour, with its files', async () => {
    const [kept, dropped] = (await urlsOf(ada, 2)) as [string, string];
    await hold(ada, [kept]);
    app.clock.moveBy(HOUR - 60_000);
    const [late] = (await urlsOf(await person(app, 'bela'), 1)) as [string];
    app.clock.moveBy(60_000);
    await eventually(async () => expect(await isServed(dropped)).toBe(false));
    expect([await isServed(kept), await isServed(late)]).toEqual([true, true]);
  });

  test('a photo taken off the profile stays for an hour, in which it can be put back', async () => {
    const [a, b] = (await urlsOf(ada, 2)) as [string, string];
    await hold(ada, [a, b]);
    app.clock.moveBy(2 * HOUR);
    [ada] = await signInAgain(app, ada);
    const [older] = (await urlsOf(ada, 1)) as [string];
    app.clock.moveBy(10 * 60_000);
    await hold(ada, [a]);
    app.clock.moveBy(50 * 60_000);
    await eventually(async () => expect(await isServed(older)).toBe(false));
    [ada] = await signInAgain(app, ada);
    expect(held(await hold(ada, [b, a]))).toEqual([b, a]);
    await hold(ada, [b]);
    app.clock.moveBy(HOUR);
    await eventually(async () => expect(await isServed(a)).toBe(false));
    expect(await isServed(b)).toBe(true);
  });

  test('everything of a deleted account', async () => {
    const urls = await urlsOf(ada, 3);
    await hold(ada, urls.slice(0, 2));
    expect((await ada.api(deleteUser, { params: { id: ada.id } })).status).toBe(200);
    for (const url of urls) await eventually(async () => expect(await isServed(url)).toBe(false));
    const left = async () =>
      (await readdir(path.join(app.config.dataDir, 'photos'), { recursive: true })).filter((name) =>
        urls.some((url) => name.includes(url.split('/')[2]!)),
      );
    await eventually(async () => expect(await left()).toEqual([]));
  });

  test('the oldest of more than 20 that no profile holds', async () => {
    const [kept] = (await urlsOf(ada, 1)) as [string];
    await hold(ada, [kept]);
    const before = app.clock.now().getTime() - 60_000;
    const old = Array.from({ length: 18 }, (_, index) => ({
      id: newId(),
      user_id: ada.id,
      key: `old-${String(index).padStart(20, '0')}`,
      thumbhash: '',
      position: null,
      unheld_since: new Date(before + index),
      created_at: new Date(before),
    }));
    await app.db.insertInto('photos').values(old).execute();
    const urls = await urlsOf(ada, 5);
    const rows = await app.db.selectFrom('photos').select(['key', 'position']).execute();
    const keys = rows.filter((row) => row.position === null).map((row) => row.key);
    const expected = [...old.slice(3).map(({ key }) => key), ...urls.map((url) => url.split('/')[2]!)];
    expect(keys.toSorted()).toEqual(expected.toSorted());
    expect(await isServed(kept)).toBe(true);
  });
});

test('a node of an older release and this one read the same times', async () => {
  const [older, newer] = [new Date('2036-01-01T10:00:00Z'), new Date('2036-01-01T12:00:00Z')];
  const removals = await app.pool.query(
    `INSERT INTO photo_removals (key, created_at, due_at) VALUES ('older', $1, NULL), ('newer', DEFAULT, $2)
     RETURNING key, created_at, due_at`,
    [older, newer],
  );
  expect(removals.rows).toEqual([
    { key: 'older', created_at: older, due_at: older },
    { key: 'newer', created_at: newer, due_at: newer },
  ]);
  const [url] = (await urlsOf(ada, 1)) as [string];
  const update = async (set: string, at: Date) => {
    const sql = `UPDATE photos SET ${set} WHERE key = $1 AND $2::timestamptz > '-infinity'
      RETURNING created_at, unheld_since`;
    return (await app.pool.query(sql, [url.split('/')[2], at])).rows;
  };
  await update('position = 4', newer);
  expect(await update('position = NULL, created_at = $2', older)).toEqual([
    { created_at: older, unheld_since: older },
  ]);
  expect(await update('position = 4', newer)).toEqual([{ created_at: older, unheld_since: null }]);
  expect(await update('position = NULL, unheld_since = $2', newer)).toEqual([
    { created_at: newer, unheld_since: newer },
  ]);
});
