import { pictureTooLarge, pictureUnreadable } from '@herenow/contract/refusals';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { BLUE, halves, plain, RED, upload } from './photos-pictures.ts';

const UNREADABLE = pictureUnreadable.text;
const TOO_LARGE = pictureTooLarge.text;

const app = sharedApp();
let ada: Person;

beforeEach(async () => {
  await app.db.deleteFrom('users').execute();
  ada = await person(app, 'ada', { photos: 0 });
});

const rows = () => app.db.selectFrom('photos').selectAll().execute();

describe('refused, leaving nothing behind', () => {
  const jpeg = () => plain(RED).jpeg().toBuffer();

  test.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['text under the name of a picture', () => Buffer.from('hello'), 400, UNREADABLE],
    ['nothing', () => Buffer.alloc(0), 400, UNREADABLE],
    ['GIF', () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'), 400, UNREADABLE],
    ['TIFF', () => plain(RED).tiff().toBuffer(), 400, UNREADABLE],
    [
      'SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      400,
      UNREADABLE,
    ],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 400, UNREADABLE],
    [
      'half a JPEG',
      async () => (await halves(RED, BLUE).jpeg().toBuffer()).subarray(0, 900),
      400,
      UNREADABLE,
    ],
    ['half a PNG', async () => (await noise()).subarray(0, 20_000), 400, UNREADABLE],
    [
      'more than 40 megapixels',
      () => plain(RED, 8000, 5001).png().toBuffer(),
      413,
      'This photo is too large. Photos can have up to 40 megapixels.',
    ],
    [
      'more than 10 MB',
      async () => Buffer.concat([await jpeg(), Buffer.alloc(10 * 1024 * 1024)]),
      413,
      TOO_LARGE,
    ],
  ])('%s', async (_name, make, status, text) => {
    const answer = await upload(app, ada, [await make()]);
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await rows()).toEqual([]);
  });

  test.each<[string, () => ReturnType<typeof upload>, number, string]>([
    [
      'one that cannot be read, after one that can',
      async () => upload(app, ada, [await jpeg(), Buffer.from('hello')]),
      400,
      UNREADABLE,
    ],
    ['no picture', () => upload(app, ada, []), 400, 'Please choose at least one photo.'],
    [
      'six pictures',
      async () => upload(app, ada, Array(6).fill(await jpeg())),
      400,
      'Please upload at most 5 photos at a time.',
    ],
    [
      'a file in another field',
      async () => upload(app, ada, [{ field: 'avatar', bytes: await jpeg() }]),
      400,
      'Please send photos in the field "images".',
    ],
    [
      'no userId',
      async () => upload(app, ada, [await jpeg()], { userId: null }),
      400,
      'This id is not valid.',
    ],
    [
      'somebody else',
      async () => upload(app, ada, [await jpeg()], { userId: newId() }),
      403,
      'You can only do this for yourself.',
    ],
    [
      'somebody else, told last',
      async () => upload(app, ada, [await jpeg()], { userId: newId(), last: true }),
      403,
      'You can only do this for yourself.',
    ],
    [
      'a visitor',
      async () => upload(app, { ...ada, headers: { authorization: 'Bearer x' } }, [await jpeg()]),
      401,
      'Please log in again.',
    ],
  ])('%s', async (_name, call, status, text) => {
    const answer = await call();
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(await rows()).toEqual([]);
  });
});

async function noise(): Promise<Buffer> {
  const pixels = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return await sharp({ create: { width: 300, height: 400, channels: 3, background: RED, noise: pixels } })
    .png()
    .toBuffer();
}
