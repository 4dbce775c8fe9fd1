export { feedDestinations } from './feed-destinations.ts';
export { feedTiming } from './metrics.ts';
export { createNearby, type Nearby } from './nearby.ts';
export { apartSql } from './query.ts';
export { feedRoutes } from './routes.ts';
export { createFeed, type FeedService } from './service.ts';
export { forgetHandouts, wasShown } from './store.ts';
export { createWatchers, type Watchers } from './watchers.ts';
