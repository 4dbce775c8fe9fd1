import { PHOTO_HEIGHT, PHOTO_WIDTH } from '@herenow/contract/constants';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makePicture } from './pictures.ts';

const plain = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha } } })
    .png({ compressionLevel: 1 })
    .toBuffer();

test('what is transparent is white in a photo', async () => {
  const { files } = await makePicture(await plain(30, 40, 0));
  const photo = sharp(files.get('1080.jpg'));
  expect(await photo.metadata()).toMatchObject({ width: PHOTO_WIDTH, height: PHOTO_HEIGHT });
  const { channels } = await photo.stats();
  for (const { min } of channels) expect(min).toBeGreaterThan(250);
});

test('40 megapixels are taken, and not one more', async () => {
  await expect(makePicture(await plain(8000, 5000))).resolves.toBeDefined();
  await expect(makePicture(await plain(8001, 5000))).rejects.toMatchObject({ status: 413 });
});
