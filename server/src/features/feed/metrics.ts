import { listFeed } from '@herenow/contract/feed';
import type { CallTiming } from '../../http/metrics.ts';

export const feedTiming: CallTiming = {
  path: listFeed.path,
  name: 'herenow_feed_seconds',
  help: 'Time from a feed request to its page.',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
};
