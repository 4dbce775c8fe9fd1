import { PHOTO_WIDTHS } from '@herenow/contract/constants';

export type PhotoFileName = '1080.jpg' | `${(typeof PHOTO_WIDTHS)[number]}.webp`;

/** Every file of a photo, with its media type. */
export const PHOTO_FILES: ReadonlyMap<string, string> = new Map<PhotoFileName, string>([
  ['1080.jpg', 'image/jpeg'],
  ...PHOTO_WIDTHS.map((width) => [`${width}.webp`, 'image/webp'] as [PhotoFileName, string]),
]);

/** Where the files of photos are stored: a few immutable ones under each key. */
export interface PhotoFiles {
  put(key: string, files: ReadonlyMap<PhotoFileName, Buffer>): Promise<void>;
  /** Stores one file of a photo from a backup or another store, unless it is already there. */
  restore(key: string, name: PhotoFileName, bytes: Buffer): Promise<void>;
  read(key: string, name: PhotoFileName): Promise<Buffer | undefined>;
  /** Rejects while photos could not be stored, read or removed. */
  check(): Promise<unknown>;
  /** Whether the store is known to keep what is removed. */
  keepsRemoved(): Promise<boolean>;
  /** Removes all files of a photo, even if some or all are already gone. */
  remove(key: string): Promise<void>;
}
