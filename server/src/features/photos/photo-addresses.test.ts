import { expect, test } from 'vitest';
import { movableClock } from '@herenow/testing/movable-clock';
import { newId } from '../../lib/ids.ts';
import { createPhotoAddresses, keyOfUrl } from './photo-addresses.ts';

const HOUR = 3_600_000;
const KEY = 'abcdefghijklmnopqrstuvwx';
const OTHER = 'xbcdefghijklmnopqrstuvwx';

/** So many hours in seconds, less what the test itself takes. */
const about = (hours: number) => expect.closeTo(hours * 3600, -2);
const passOf = (folder: string) => folder.split('/')[3]!;

function world() {
  const clock = movableClock();
  // To the start of a window.
  clock.moveBy(6 * HOUR - (clock.now().getTime() % (6 * HOUR)));
  return { clock, addresses: createPhotoAddresses({ key: 'a secret', clock }), viewerId: newId() };
}

test('an address names its viewer, and stays the same for six hours', () => {
  const { clock, addresses, viewerId } = world();
  const folder = addresses.folderOf(KEY, viewerId);
  expect(folder).toMatch(/^\/photos\/abcdefghijklmnopqrstuvwx\/[\w-]{48}\/$/);
  expect(addresses.readPass(KEY, passOf(folder))).toEqual({ viewerId, validSeconds: about(12) });
  clock.moveBy(5 * HOUR);
  expect(addresses.folderOf(KEY, viewerId)).toBe(folder);
  clock.moveBy(HOUR);
  expect(addresses.folderOf(KEY, viewerId)).not.toBe(folder);
  expect(addresses.readPass(KEY, passOf(folder))).toEqual({ viewerId, validSeconds: about(6) });
  clock.moveBy(6 * HOUR);
  expect(addresses.readPass(KEY, passOf(folder))).toBeUndefined();
});

test('an address cannot be forged: not for another photo, viewer or time, nor with another secret', () => {
  const { clock, addresses, viewerId } = world();
  const pass = passOf(addresses.folderOf(KEY, viewerId));
  expect(addresses.readPass(OTHER, pass)).toBeUndefined();
  const bytes = Buffer.from(pass, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    expect(addresses.readPass(KEY, changed.toString('base64url')), `byte ${at}`).toBeUndefined();
  }
  const foreign = createPhotoAddresses({ key: 'another secret', clock });
  expect(foreign.readPass(KEY, pass)).toBeUndefined();
  for (const text of ['', 'x', `${pass}A`, `${pass}=`, pass.slice(1), '../../token-secret'])
    expect(addresses.readPass(KEY, text), text).toBeUndefined();
});

test.each([
  [`/photos/${KEY}/1080.jpg`],
  [`/photos/${KEY}/320.webp?retry=1`],
  [`https://herenow.example/photos/${KEY}/${'a'.repeat(48)}/1080.jpg`],
])('the key of %s is known', (url) => expect(keyOfUrl(url)).toBe(KEY));

test.each(['', 'https://example.org/me.jpg', `/photo/${KEY}/1080.jpg`, `/photos/${KEY}`])(
  'there is none in %j',
  (url) => expect(keyOfUrl(url)).toBeUndefined(),
);
