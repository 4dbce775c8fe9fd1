import type { BodyInput } from '@herenow/contract/call';
import { FEED_PAGE } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import type { listFeed } from '@herenow/contract/feed';
import { filterBody, type Filter } from './filter.ts';

/** Returns the body of the request for a page of the feed; pages after the first have a cursor. */
export function feedBody(me: OwnUser, filter: Filter): BodyInput<typeof listFeed> {
  return {
    skip: 0,
    limit: FEED_PAGE,
    preferences: filterBody(filter),
    userId: me.id,
    blockedUsers: me.blockedUsers,
    blockedByOthers: me.blockedByOthers,
    rejectedUsers: me.rejectedUsers,
    pinnedUsers: me.pinnedUsers,
    location: me.location,
  };
}
