export { feedRoutes } from './routes.ts';
export { createFeed, type FeedService } from './service.ts';
export { forgetHandouts } from './store.ts';
