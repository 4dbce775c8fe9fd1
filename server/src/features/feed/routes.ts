import { listFeed } from '@herenow/contract/feed';
import type { Mount } from '../../http/mount.ts';
import type { FeedService } from './service.ts';

export function feedRoutes(mount: Mount, { feed }: { feed: FeedService }): void {
  mount(listFeed, ({ body, caller }) => feed.list(caller.userId, body));
}
