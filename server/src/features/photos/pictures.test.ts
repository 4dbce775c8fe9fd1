import { PHOTO_HEIGHT, PHOTO_WIDTH } from '@herenow/contract/constants';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makePicture } from './pictures.ts';

const plain = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha } } })
    .png({ compressionLevel: 1 })
    .toBuffer();

test('transparent areas become white', async () => {
  const { files } = await makePicture(await plain(30, 40, 0));
  const photo = sharp(files.get('1080.jpg'));
  expect(await photo.metadata()).toMatchObject({ width: PHOTO_WIDTH, height: PHOTO_HEIGHT });
  const { channels } = await photo.stats();
  for (const { min } of channels) expect(min).toBeGreaterThan(250);
});

test('40 megapixels are accepted, and not one pixel more @slow', async () => {
  await expect(makePicture(await plain(8000, 5000))).resolves.toBeDefined();
  await expect(makePicture(await plain(8001, 5000))).rejects.toMatchObject({ status: 413 });
});

/** Grain of several sizes, the same at each call, with as much detail at each scale as a photograph. */
async function grainy(): Promise<Buffer> {
  let state = 1;
  const grain = () => (state = (state * 48_271) % 2_147_483_647) % 256;
  const layer = async (size: number) => {
    const [width, height] = [Math.ceil(PHOTO_WIDTH / size), Math.ceil(PHOTO_HEIGHT / size)];
    const pixels = Buffer.from(Array.from({ length: width * height }, grain));
    return await sharp(pixels, { raw: { width, height, channels: 1 } })
      .resize(PHOTO_WIDTH, PHOTO_HEIGHT, { kernel: 'cubic', fit: 'fill' })
      .linear(0.5, 64)
      .png({ compressionLevel: 1 })
      .toBuffer();
  };
  const [coarse, ...finer] = [await layer(96), await layer(24), await layer(6)];
  return await sharp(coarse)
    .composite(finer.map((input) => ({ input, blend: 'soft-light' as const })))
    .png({ compressionLevel: 1 })
    .toBuffer();
}

test('the width that most phones load is small and looks like the photo', async () => {
  const picture = await grainy();
  const { files } = await makePicture(picture);
  const shown = files.get('640.webp')!;
  const pixels = async (bytes: Buffer) =>
    await sharp(bytes).resize({ width: 640 }).greyscale().raw().toBuffer();
  const [wanted, got] = [await pixels(picture), await pixels(shown)];
  const squares = wanted.reduce((sum, value, at) => sum + (value - got[at]!) ** 2, 0);
  /** The ratio of signal to noise, in decibels. */
  const likeness = 10 * Math.log10(255 ** 2 / (squares / wanted.length));
  expect(shown.length).toBeLessThan(50_000);
  expect(likeness).toBeGreaterThan(38);
});
