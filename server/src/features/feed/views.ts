import type { FeedItem } from '@herenow/contract/entities';
import { ageOn } from '@herenow/contract/ages';
import { cellCentre } from '../../lib/cells.ts';
import type { PhotosService } from '../photos/index.ts';
import type { FeedRow } from './store.ts';

export function feedItemView(
  row: FeedRow,
  viewerId: string,
  photoView: PhotosService['view'],
  now: Date,
): FeedItem {
  return {
    id: row.user_id,
    username: row.username,
    name: row.username,
    age: ageOn(row.date_of_birth, now),
    bio: row.bio,
    verified: row.verified,
    photos: row.photos.map((photo) => photoView(photo, viewerId)),
    myTags: row.tags,
    gender: row.gender as FeedItem['gender'],
    onlineUntil: row.online_until.toISOString(),
    location: cellCentre(row.cell),
  };
}
