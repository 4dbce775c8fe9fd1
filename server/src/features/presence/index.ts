export { isOnline, isVisible, type Presence } from './policy.ts';
export { presenceRoutes } from './routes.ts';
export { createPresence, type PresenceHooks, type PresenceService } from './service.ts';
export { deletePresence, listPresences, type Ended } from './store.ts';
