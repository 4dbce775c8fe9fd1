export { newsRoutes } from './routes.ts';
export { countRecipients, readNews, sendNews } from './sending.ts';
export { createUnsubscribing } from './unsubscribing.ts';
