export { createMessagePushes } from './message-pushes.ts';
export { pushRoutes } from './routes.ts';
export type { PushTransport } from './sender.ts';
export { createPush, type PushService } from './service.ts';
export { removeSubscriptionsOf } from './store.ts';
export { pushJobs } from './jobs.ts';
