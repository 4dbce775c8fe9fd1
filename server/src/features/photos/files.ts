import { PHOTO_WIDTHS } from '@herenow/contract/constants';

export type PhotoFileName = '1080.jpg' | `${(typeof PHOTO_WIDTHS)[number]}.webp`;

/** Every file of a photo, with its media type. */
export const PHOTO_FILES: ReadonlyMap<string, string> = new Map<PhotoFileName, string>([
  ['1080.jpg', 'image/jpeg'],
  ...PHOTO_WIDTHS.map((width) => [`${width}.webp`, 'image/webp'] as [PhotoFileName, string]),
]);

/** Where the files of photos lie: a few immutable ones under each key. */
export interface PhotoFiles {
  /** Stores all files of a new photo. */
  put(key: string, files: ReadonlyMap<PhotoFileName, Buffer>): Promise<void>;
  /** Stores one file of a photo that a backup or another store holds, unless it is there. */
  restore(key: string, name: PhotoFileName, bytes: Buffer): Promise<void>;
  read(key: string, name: PhotoFileName): Promise<Buffer | undefined>;
  /** Rejects while photos could not be read. */
  check(): Promise<unknown>;
  /** Forgets all files of a photo, also when some or all are gone already. */
  remove(key: string): Promise<void>;
}
