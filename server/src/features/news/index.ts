export { newsRoutes } from './routes.ts';
export { countReaders, readNews, sendNews } from './sending.ts';
export { createUnsubscribing, type Unsubscribing } from './unsubscribing.ts';
