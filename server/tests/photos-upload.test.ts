import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { BLUE, colourAt, download, halves, isNear, plain, RED, upload } from './photos-pictures.ts';

const app = sharedApp();
let ada: Person;

beforeEach(async () => {
  await app.db.deleteFrom('users').execute();
  ada = await person(app, 'ada', { photos: 0 });
});

const rows = () => app.db.selectFrom('photos').selectAll().execute();

describe('accepted pictures', () => {
  test.each([
    ['JPEG', () => plain(RED).jpeg().toBuffer()],
    ['PNG', () => plain(RED).png().toBuffer()],
    ['WebP', () => plain(RED).webp().toBuffer()],
    ['AVIF', () => plain(RED).avif({ effort: 0 }).toBuffer()],
    ['PNG in 16 bit grey', () => plain(RED).toColourspace('grey16').png().toBuffer()],
    ['JPEG in CMYK', () => plain(RED).toColourspace('cmyk').jpeg().toBuffer()],
  ])('%s becomes a JPEG and three WebPs', async (_name, make) => {
    const answer = await upload(app, ada, [{ bytes: await make(), name: 'x.txt', type: 'text/plain' }]);
    expect(answer.status, answer.text).toBe(200);
    const [photo] = answer.photos;
    const folder = /^(\/photos\/[\w-]{24}\/[\w-]{48}\/)1080\.jpg$/.exec(photo!.url)![1]!;
    expect(photo).toEqual({
      id: expect.any(String),
      url: expect.any(String),
      srcset: [320, 640, 1080].map((width) => `${folder}${width}.webp ${width}w`).join(', '),
      thumbhash: expect.stringMatching(/^[\w+/]{20,}=*$/),
    });
    const jpeg = await sharp(await download(app, photo!.url)).metadata();
    expect(jpeg).toMatchObject({ format: 'jpeg', width: 1080, height: 1440, space: 'srgb', channels: 3 });
    for (const width of [320, 640, 1080]) {
      const webp = await sharp(await download(app, `${folder}${width}.webp`)).metadata();
      expect(webp).toMatchObject({ format: 'webp', width, height: Math.round((width * 4) / 3) });
    }
  });

  test('the first frame of an animation', async () => {
    const frames = await Promise.all([plain(BLUE).png().toBuffer(), plain(RED).png().toBuffer()]);
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { photos } = await upload(app, ada, [moving]);
    expect(isNear(await colourAt(await download(app, photos[0]!.url), 0.5, 0.5), BLUE)).toBe(true);
  });

  test('upright by its EXIF orientation, and cropped to the middle', async () => {
    // Shown with a quarter turn to the right: the left side becomes the top.
    const lying = await halves(RED, BLUE, 400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { photos } = await upload(app, ada, [lying]);
    const picture = await download(app, photos[0]!.url);
    expect(isNear(await colourAt(picture, 0.5, 0.1), RED)).toBe(true);
    expect(isNear(await colourAt(picture, 0.5, 0.9), BLUE)).toBe(true);
  });

  test('white where it was transparent', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const bytes = await sharp({ create: { width: 30, height: 40, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const { photos } = await upload(app, ada, [bytes]);
    const picture = await download(app, photos[0]!.url);
    expect(isNear(await colourAt(picture, 0.5, 0.5), { r: 255, g: 255, b: 255 })).toBe(true);
  });

  test('no metadata of the camera is in any file', async () => {
    const bytes = await plain(RED)
      .withExif({
        IFD0: { Copyright: 'Ada-was-here' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ada-was-here</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(bytes.includes('Ada-was-here')).toBe(true);
    const { photos } = await upload(app, ada, [bytes]);
    const urls = [photos[0]!.url, ...photos[0]!.srcset.split(', ').map((entry) => entry.split(' ')[0]!)];
    expect(urls).toHaveLength(4);
    for (const url of urls) {
      const file = await download(app, url);
      expect(file.includes('Ada-was-here')).toBe(false);
      const { exif, xmp, icc, iptc } = await sharp(file).metadata();
      expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  test('five at a time, returned in the order sent, on no profile yet @slow', async () => {
    const shades = [0, 60, 120, 180, 240].map((r) => ({ r, g: 100, b: 100 }));
    const pictures = await Promise.all(shades.map((shade) => plain(shade).png().toBuffer()));
    const { photos } = await upload(app, ada, pictures, { last: true });
    for (const [index, shade] of shades.entries())
      expect(isNear(await colourAt(await download(app, photos[index]!.url), 0.5, 0.5), shade)).toBe(true);
    expect((await rows()).map((row) => [row.user_id, row.position])).toEqual(
      photos.map(() => [ada.id, null]),
    );
    const removals = await app.db.selectFrom('photo_removals').select('key').execute();
    expect(removals.filter(({ key }) => photos.some(({ url }) => url.includes(key)))).toEqual([]);
  });
});

describe('refused files', () => {
  test.each([
    [
      'JSON',
      'application/json',
      '{"userId":"x"}',
      415,
      'This content type is not accepted here. Please send multipart/form-data.',
    ],
    ['text', 'text/plain', 'hello', 415, 'This content type is not accepted here. Please send JSON.'],
    [
      'a form without a boundary',
      'multipart/form-data',
      'hello',
      400,
      'The upload was interrupted. Please try again.',
    ],
    [
      'a form that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="images"; filename="a"\r\n\r\nabc',
      400,
      'The upload was interrupted. Please try again.',
    ],
    [
      'a form with a field of the prototype',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--x--\r\n',
      400,
      'The form has fields that are not expected here.',
    ],
  ])('%s', async (_name, type, body, status, text) => {
    const answer = await fetch(`${app.url}/api/user/photos`, {
      method: 'POST',
      headers: { ...ada.headers, 'content-type': type },
      body,
    });
    expect([answer.status, await answer.text()]).toEqual([status, text]);
  });
});

test.each(['/login', '/api/feed', '/api/user/pin-user/accept/01a1fc42-67b8-7701-b86c-8bc1a9dee481'])(
  'a form is refused at %s, where JSON is expected',
  async (at) => {
    const body = new FormData();
    body.append('email', 'ada@example.org');
    const answer = await fetch(app.url + at, { method: 'POST', headers: ada.headers, body });
    expect([answer.status, await answer.text()]).toEqual([
      415,
      'This content type is not accepted here. Please send JSON.',
    ]);
  },
);
