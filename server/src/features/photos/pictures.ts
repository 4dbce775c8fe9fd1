import * as refusals from '@herenow/contract/refusals';
import { PHOTO_HEIGHT, PHOTO_MAX_PIXELS, PHOTO_WIDTH, PHOTO_WIDTHS } from '@herenow/contract/constants';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { GRID, likenessesOf } from './likeness.ts';
import { Refused } from '../../lib/errors.ts';
import type { PhotoFileName } from './files.ts';

/** One upload, re-encoded: nothing of the original file remains except what can be seen. */
export interface Picture {
  files: Map<PhotoFileName, Buffer>;
  /** Base64. */
  thumbhash: string;
  /** What the picture and its mirror image look like; empty if there is hardly anything on it. */
  likenesses: string[];
}

const FORMATS = new Set(['jpeg', 'png', 'webp', 'heif']);
const THUMB = { width: 75, height: 100 };
/** A picture with more weighted pixels than this is heavy. */
const HEAVY_PIXELS = 8_000_000;
/** The cost of decoding a pixel depends on the format. Phones produce JPEGs of 12 megapixels. */
const WEIGHTS: Partial<Record<string, number>> = { jpeg: 0.5, heif: 4 };

// Two pictures are made at a time, each in one thread. Decoders of other formats are blocked.
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
});

/**
 * Returns whether a picture takes much memory and time, judged by its header; false for bytes that no allowed decoder
 * reads.
 */
export async function isHeavy(bytes: Buffer): Promise<boolean> {
  const header = await readHeader(bytes).catch(() => undefined);
  if (!header) return false;
  const { format, width, height } = header;
  return width * height * (WEIGHTS[format] ?? 1) > HEAVY_PIXELS;
}

/** Throws 400 if no allowed decoder reads the bytes, 413 if there are too many pixels. */
export async function makePicture(bytes: Buffer): Promise<Picture> {
  const { data, info } = await decode(bytes);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const picture = () => sharp(data, { raw });

  const files = new Map<PhotoFileName, Buffer>();
  files.set('1080.jpg', await picture().jpeg({ quality: 85, chromaSubsampling: '4:2:0' }).toBuffer());
  for (const width of PHOTO_WIDTHS) {
    // Saves bytes at the same quality; for the widest size it would take as long as everything else.
    const effort = width < PHOTO_WIDTH ? 3 : 2;
    const webp = picture().resize({ width }).webp({ quality: 70, effort });
    files.set(`${width}.webp`, await webp.toBuffer());
  }
  const thumb = await picture().resize(THUMB).ensureAlpha().raw().toBuffer();
  const thumbhash = Buffer.from(rgbaToThumbHash(THUMB.width, THUMB.height, thumb)).toString('base64');
  const grid = picture()
    .greyscale()
    .resize({ ...GRID, fit: 'fill' })
    .raw();
  return { files, thumbhash, likenesses: likenessesOf(await grid.toBuffer()) };
}

/** Decodes the first frame: upright, in sRGB, cropped to the size of a photo, on white where it was transparent. */
async function decode(bytes: Buffer) {
  try {
    await checkHeader(bytes);
    return await sharp(bytes, { failOn: 'error', limitInputPixels: PHOTO_MAX_PIXELS, pages: 1 })
      .autoOrient()
      .resize({ width: PHOTO_WIDTH, height: PHOTO_HEIGHT, fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(refusals.pictureUnreadable);
  }
}

/** `async`, so that it rejects instead of throwing when there are no bytes. */
const readHeader = async (bytes: Buffer) =>
  await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();

async function checkHeader(bytes: Buffer): Promise<void> {
  const { format, compression, width, height } = await readHeader(bytes);
  if (!FORMATS.has(format) || (format === 'heif' && compression !== 'av1'))
    throw new Refused(refusals.pictureUnreadable);
  if (width * height > PHOTO_MAX_PIXELS) throw new Refused(refusals.pictureTooManyPixels);
}
