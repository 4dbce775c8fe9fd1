import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createPictureMakers } from '../src/features/photos/picture-makers.ts';
import { createLog } from '../src/lib/log.ts';
import { isHeavy } from '../src/features/photos/pictures.ts';

const makers = createPictureMakers({ log: createLog('silent') });
afterAll(() => makers[Symbol.asyncDispose]());

const plain = (size: number) =>
  sharp({ create: { width: size, height: size, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 1 } } });
const avif = (size: number, bitdepth: 8 | 10, chromaSubsampling: string) =>
  plain(size).removeAlpha().avif({ effort: 0, quality: 1, bitdepth, chromaSubsampling });
const png = (size: number) =>
  plain(size).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 });
const jpeg = (size: number) => plain(size).jpeg({ progressive: true, chromaSubsampling: '4:4:4' });

/** The pictures of each format that take most memory to decode: at the size limit, and at the limit of light ones. */
test.each<[string, boolean, () => Sharp]>([
  ['an AVIF of 8 bits', true, () => avif(6300, 8, '4:2:0')],
  ['an AVIF of 8 bits and full colours', true, () => avif(6300, 8, '4:4:4')],
  ['an AVIF of 10 bits and full colours', true, () => avif(6300, 10, '4:4:4')],
  ['an interlaced PNG of 16 bits', true, () => png(6300)],
  ['a progressive JPEG', true, () => jpeg(6300)],
  ['a light AVIF', false, () => avif(1400, 10, '4:4:4')],
  ['a light PNG', false, () => png(2800)],
  ['a light JPEG', false, () => jpeg(4000)],
])('%s has the memory that it takes, time after time', async (_, heavy, picture) => {
  const bytes = await picture().toBuffer();
  expect(await isHeavy(bytes)).toBe(heavy);
  for (let time = 0; time < 2; time += 1) expect((await makers.make(bytes)).files.size).toBeGreaterThan(0);
});
