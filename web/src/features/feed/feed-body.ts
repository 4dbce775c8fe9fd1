import type { BodyInput } from '@herenow/contract/call';
import { FEED_PAGE } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import type { listFeed } from '@herenow/contract/feed';
import { filterBody, type Filter } from './filter.ts';

/**
 * What a page of the feed is asked for with; `skip` is how many people are held already. The server looks from where
 * this device last said to be: a tab that knows an older place would move it back there.
 */
export function feedBody(me: OwnUser, filter: Filter, skip: number): BodyInput<typeof listFeed> {
  return {
    skip,
    limit: FEED_PAGE,
    preferences: filterBody(filter),
    userId: me.id,
    blockedUsers: me.blockedUsers,
    blockedByOthers: me.blockedByOthers,
    rejectedUsers: me.rejectedUsers,
    pinnedUsers: me.pinnedUsers,
  };
}
