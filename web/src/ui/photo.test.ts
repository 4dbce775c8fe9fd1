import { describe, expect, it } from 'vitest';
import { photoAt } from './photo.tsx';

const folder = `/photos/abcdefghijklmnopqrstuvwx/${'p'.repeat(48)}/`;

describe('a photo with only an address', () => {
  it.each([folder, `https://herenow.example${folder}`])('comes in every width below %s', (base) => {
    expect(photoAt(`${base}1080.jpg`)).toEqual({
      url: `${base}1080.jpg`,
      srcset: `${base}320.webp 320w, ${base}640.webp 640w, ${base}1080.webp 1080w`,
    });
  });

  it.each(['/photo-placeholder.svg', `${folder}other.jpg`, 'https://elsewhere.example/1080.jpg'])(
    'comes as it is from %s',
    (url) => expect(photoAt(url)).toEqual({ url }),
  );

  it.each([null, undefined, ''])('is none without an address', (url) => expect(photoAt(url)).toBeNull());
});
