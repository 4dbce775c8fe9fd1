import { PHOTO_HEIGHT, PHOTO_WIDTH } from '@herenow/contract/constants';
import sharp from 'sharp';
import { makePicture, type Picture } from '../../server/src/features/photos/pictures.ts';

/** Layers of noise by the size of their grain in pixels; the finest have less contrast, as behind a lens. */
const GRAINS = [
  { size: 2, contrast: 8 },
  { size: 4, contrast: 16 },
  ...[8, 16, 32, 64, 128, 256].map((size) => ({ size, contrast: 32 })),
];

/**
 * Returns a picture with as much detail at each scale as a photograph, in the form in which the crop dialog sends it. A
 * drawing compresses far better and would flatter every figure.
 */
export async function photograph(): Promise<Buffer> {
  const layers: Buffer[] = [];
  for (const { size, contrast } of GRAINS.toReversed())
    layers.push(
      await sharp({
        create: {
          width: Math.ceil(PHOTO_WIDTH / size),
          height: Math.ceil(PHOTO_HEIGHT / size),
          channels: 3,
          background: '#808080',
          noise: { type: 'gaussian', mean: 128, sigma: contrast },
        },
      })
        .resize(PHOTO_WIDTH, PHOTO_HEIGHT, { kernel: 'cubic', fit: 'fill' })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    );
  const [ground, ...finer] = layers;
  return await sharp(ground)
    .composite(finer.map((input) => ({ input, blend: 'soft-light' as const })))
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Returns `count` photographs as the server stores them. */
export async function storedPictures(count: number): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (let at = 0; at < count; at += 1) pictures.push(await makePicture(await photograph()));
  return pictures;
}
