import { listChats } from '@herenow/contract/chats';
import { getUser, updateUser } from '@herenow/contract/profile';
import { listBlockedUsers } from '@herenow/contract/safety';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  feedOf,
  goHidden,
  goVisible,
  leave,
  meet,
  ok,
  recordOf,
  signInAgain,
  tellPosition,
} from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { block, suspend, tryBlock } from '@herenow/testing/safety';
import { makeOperator } from '@herenow/testing/second-factor';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { plain, RED, upload, withPhotos } from './photos-pictures.ts';

const HOUR = 3_600_000;
const MUNICH: [number, number] = [11.576, 48.137];

const app = sharedApp();
const picture = await plain(RED, 30, 40).jpeg().toBuffer();

const statusOf = async (url: string) => (await fetch(app.url + url)).status;

/** Returns the address of a user's first photo in the feed of another user. */
async function fromFeed(viewer: Person, owner: Person): Promise<string> {
  const feed = await feedOf(viewer);
  return feed.find(({ id }) => id === owner.id)!.photos[0]!.url;
}

let ada: Person;
let bela: Person;
let url: string;
beforeEach(async () => {
  await app.db.deleteFrom('users').execute();
  ada = await person(app, 'ada');
  bela = await withPhotos(app, 'bela');
  await goVisible(app, bela);
  url = await fromFeed(ada, bela);
});

/** Returns for how many more seconds a client may cache a file privately. */
const maxAge = ({ headers }: Response): number =>
  Number(/^private, max-age=(\d+), immutable$/.exec(headers.get('cache-control')!)![1]);

test('the address in a profile or feed is the viewer’s own, and shows nothing once they may not see the photo', async () => {
  const profile = ok(await ada.api(getUser, { params: { id: bela.id } })).json;
  expect(profile.photos.map((photo) => photo.url)).toEqual([url]);
  expect(await statusOf(url)).toBe(200);
  await leave(bela);
  expect(await statusOf(url)).toBe(404);
});

describe('every file is served to the viewer of the address', () => {
  test.each([
    ['1080.jpg', 'image/jpeg'],
    ['320.webp', 'image/webp'],
    ['640.webp', 'image/webp'],
    ['1080.webp', 'image/webp'],
  ])('%s', async (name, type) => {
    const at = app.url + url.replace('1080.jpg', name);
    const answer = await fetch(at);
    const bytes = await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength));
    expect(maxAge(answer)).toBeGreaterThan(6 * 3600 - 60);
    expect(maxAge(answer)).toBeLessThanOrEqual(12 * 3600);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const head = await fetch(at, { method: 'HEAD' });
    expect(head.status).toBe(200);
    for (const header of ['content-length', 'content-type'])
      expect(head.headers.get(header)).toBe(answer.headers.get(header));
    expect(maxAge(head)).toBeLessThanOrEqual(maxAge(answer));
  });

  test('a query changes nothing, and another page of the same people has the same addresses', async () => {
    expect(await statusOf(`${url}?retry=1`)).toBe(200);
    expect(await fromFeed(ada, bela)).toBe(url);
  });
});

test('an address is valid only for its time', async () => {
  await using own = await startApp();
  const owner = await withPhotos(own, 'chidi');
  const { photos } = await recordOf(owner);
  const at = own.url + photos[0]!.url;
  own.clock.moveBy(5 * HOUR);
  expect((await fetch(at)).status).toBe(200);
  own.clock.moveBy(7 * HOUR);
  expect((await fetch(at)).status).toBe(404);
});

describe('addresses cannot be forged', () => {
  const parts = () => url.split('/') as [string, string, string, string, string];
  test.each<[string, () => string]>([
    ['with another key', () => `/photos/AAAAAAAAAAAAAAAAAAAAAAAA/${parts()[3]}/1080.jpg`],
    ['with another pass', () => `/photos/${parts()[2]}/${'A'.repeat(48)}/1080.jpg`],
    ['with a longer pass', () => `/photos/${parts()[2]}/${parts()[3]}A/1080.jpg`],
    ['of another file', () => url.replace('1080.jpg', '2000.jpg')],
    ['of a file of no photo', () => url.replace('1080.jpg', 'package.json')],
    ['out of the folder', () => `/photos/..%2f..%2ftoken-secret/${parts()[3]}/1080.jpg`],
    ['out of the folder by the file', () => `/photos/${parts()[2]}/${parts()[3]}/..%2f..%2ftoken-secret`],
  ])('%s', async (_name, at) => {
    const answer = await fetch(app.url + at());
    expect([answer.status, await answer.text()]).toEqual([404, 'Photo not found']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('no longer served at once', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['who is offline', () => leave(bela)],
    ['who is incognito', () => goHidden(app, bela)],
    ['who blocked the viewer', () => tryBlock(bela, ada)],
    ['who is suspended', () => suspend(app, bela)],
    ['for a viewer who is suspended', () => suspend(app, ada)],
    ['for a viewer who is deleted', () => app.pool.query('DELETE FROM users WHERE id = $1', [ada.id])],
    ['who has deleted the account', () => app.pool.query('DELETE FROM users WHERE id = $1', [bela.id])],
    ['whose profile holds it no longer', () => replacePhoto()],
    ['whose email is not verified', () => setStep(bela, 5)],
    ['who is visible where no feed of the viewer reaches', () => moveTo(bela, MUNICH)],
  ])('of somebody %s', async (_name, change) => {
    expect(await statusOf(url)).toBe(200);
    await change();
    const answer = await fetch(app.url + url);
    expect([answer.status, await answer.text()]).toEqual([404, 'Photo not found']);
  });

  /** Somebody leaves, and is visible again somewhere else. */
  async function moveTo(one: Person, coordinates: [number, number]) {
    await leave(one);
    await tellPosition(one, coordinates);
    await goVisible(app, one);
  }
  const setStep = (one: Person, step: number) =>
    app.pool.query('UPDATE users SET registration_step = $2 WHERE id = $1', [one.id, step]);
  async function replacePhoto() {
    const { photos } = await upload(app, bela, [picture]);
    ok(await bela.api(updateUser, { body: { photos: photos.slice(-1) } }));
  }
});

describe('still served', () => {
  test('to a nearby device, while another one of the viewer is far away', async () => {
    await tellPosition(ada, [BERLIN[0], BERLIN[1] + 0.05]);
    const [laptop] = await signInAgain(app, ada);
    await tellPosition(laptop!, MUNICH);
    expect(await statusOf(await fromFeed(ada, bela))).toBe(200);
  });

  test('in a chat, even while the other is away', async () => {
    await goVisible(app, ada);
    await meet(app, ada, bela);
    await leave(bela);
    const [chat] = ok(await ada.api(listChats, { params: { userId: ada.id } })).json;
    const photo = chat!.participants.find(({ userId }) => userId === bela.id)!.photoUrl!;
    expect(await statusOf(photo)).toBe(200);
  });

  test('on the list of blocked people', async () => {
    await block(ada, bela);
    const [blocked] = ok(await ada.api(listBlockedUsers, { params: { id: ada.id } })).json;
    expect(await statusOf(blocked!.photos[0]!.url)).toBe(200);
  });

  test('to an operator, of a suspended user', async () => {
    await makeOperator(app, ada);
    await suspend(app, bela);
    expect(await statusOf(url)).toBe(200);
  });

  test('to the owner, before it is on the profile and before the email is verified', async () => {
    const chidi = await person(app, 'chidi', { step: 4, photos: 0 });
    const { photos } = await upload(app, chidi, [picture]);
    expect(await statusOf(photos[0]!.url)).toBe(200);
  });
});

test('a photo on no profile is served to nobody else, whatever the address', async () => {
  const { photos } = await upload(app, bela, [picture]);
  const key = photos.at(-1)!.url.split('/')[2]!;
  const pass = url.split('/')[3]!;
  expect(await statusOf(photos.at(-1)!.url)).toBe(200);
  expect(await statusOf(`/photos/${key}/${pass}/1080.jpg`)).toBe(404);
});
