import { countFeed, FEED_END_HEADER, listFeed, listFeedChanges } from '@herenow/contract/feed';
import type { Mount } from '../../http/mount.ts';
import type { FeedService } from './service.ts';

export function feedRoutes(mount: Mount, { feed }: { feed: FeedService }): void {
  mount(listFeed, async ({ body, query, caller, setHeader, linkTo }) => {
    const { items, withheld, next } = await feed.list(caller, body, query.after);
    if (next !== undefined) linkTo('next', { after: next });
    if (withheld) setHeader(FEED_END_HEADER, 'for-now');
    return items;
  });

  mount(countFeed, ({ body, caller }) => feed.count(caller, body));

  mount.admitting(listFeedChanges, ({ body, admission }) => feed.listChanges(admission, body));
}
