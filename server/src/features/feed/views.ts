import type { FeedItem } from '@herenow/contract/entities';
import { ageOn } from '@herenow/contract/rules';
import { cellCentre } from '../../lib/cells.ts';
import { photoView } from '../photos/index.ts';
import type { FeedRow } from './store.ts';

export function feedItemView(row: FeedRow, now: Date): FeedItem {
  return {
    id: row.user_id,
    username: row.username,
    name: row.username,
    age: ageOn(row.date_of_birth, now),
    photos: row.photos.map(photoView),
    myTags: row.tags,
    gender: row.gender as FeedItem['gender'],
    onlineUntil: row.online_until.toISOString(),
    location: cellCentre(row.cell),
  };
}
