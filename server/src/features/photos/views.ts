import { PHOTO_WIDTHS } from '@herenow/contract/constants';
import type { Photo } from '@herenow/contract/entities';
import type { PhotoAddresses } from './photo-addresses.ts';
import type { PhotoRow } from './store.ts';

/** Returns a photo as one viewer sees it. */
export function photoView(
  { id, key, thumbhash }: PhotoRow,
  viewerId: string,
  addresses: PhotoAddresses,
): Photo {
  const folder = addresses.folderOf(key, viewerId);
  const srcset = PHOTO_WIDTHS.map((width) => `${folder}${width}.webp ${width}w`).join(', ');
  return { id, url: `${folder}1080.jpg`, srcset, thumbhash };
}
