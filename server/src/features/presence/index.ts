export { isOnline, isUnseen, isVisible, ownPresence, requireUnhidden, type Presence } from './policy.ts';
export { presenceRoutes } from './routes.ts';
export { createPresence, type PresenceService } from './service.ts';
export { deletePresences, hidePresences, listPresences, type Ended, type Hidden } from './store.ts';
