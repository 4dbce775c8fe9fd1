export { feedRoutes } from './routes.ts';
export { createFeed, type FeedService } from './service.ts';
export { forgetHandouts, wasShown } from './store.ts';
