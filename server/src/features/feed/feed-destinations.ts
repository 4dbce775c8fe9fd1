import { DESTINATIONS } from '@herenow/contract/queue';
import { destination, type Destination } from '../../realtime/sockets/destinations.ts';
import type { FeedService } from './service.ts';

export function feedDestinations(feed: FeedService): Record<'/app/feed.watch', Destination> {
  return {
    '/app/feed.watch': destination({
      schema: DESTINATIONS['/app/feed.watch'],
      handle: (sender, body) => feed.watch(sender, body),
    }),
  };
}
