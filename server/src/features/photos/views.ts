import { PHOTO_WIDTHS } from '@herenow/contract/constants';
import type { Photo } from '@herenow/contract/entities';
import type { PhotoRow } from './store.ts';

const PATH = /(?:^|\/)photos\/([\w-]{24})\//;

export function photoView({ id, key, thumbhash }: PhotoRow): Photo {
  const srcset = PHOTO_WIDTHS.map((width) => `/photos/${key}/${width}.webp ${width}w`).join(', ');
  return { id, url: `/photos/${key}/1080.jpg`, srcset, thumbhash };
}

/** The key in a photo’s URL, with or without an origin. */
export function keyOfUrl(url: string): string | undefined {
  return PATH.exec(url)?.[1];
}
