import type { BodyInput } from '@herenow/contract/call';
import { FEED_PAGE, MAX_DISTANCE_KM } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import { postJson } from '../live/http-request.ts';
import type { Viewer } from './viewers.ts';

type FeedBody = BodyInput<typeof listFeed>;

/** One kind of feed request. */
export interface FeedCase {
  name: string;
  where: 'city' | 'country';
  skip?: number;
  filter?: FeedBody['preferences'];
}

export const CASES: readonly FeedCase[] = [
  { name: 'dense city', where: 'city' },
  { name: 'dense city, page 10', where: 'city', skip: 9 * FEED_PAGE },
  {
    name: 'very selective filters',
    where: 'city',
    filter: { gender: ['Other'], minAge: 50, maxAge: 80, interestedIn: ['ice skating'] },
  },
  { name: 'sparse', where: 'country' },
];

/** Returns the body that the web client sends. */
export function bodyOf({ skip = 0, filter }: FeedCase, viewer: Viewer): FeedBody {
  return {
    skip,
    limit: FEED_PAGE,
    preferences: { gender: [], interestedIn: [], ...filter, maxDistanceKm: MAX_DISTANCE_KM },
    userId: viewer.id,
    blockedUsers: viewer.blockedUsers,
    blockedByOthers: [],
    rejectedUsers: [],
    pinnedUsers: viewer.pinnedUsers,
  };
}

export const requestOf = (one: FeedCase, viewer: Viewer): string =>
  postJson(listFeed.path, bodyOf(one, viewer), viewer.token);
