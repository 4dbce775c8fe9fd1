export { isOnline, isUnseen, isVisible, ownPresence, requireUnhidden, type Presence } from './policy.ts';
export { presenceRoutes } from './routes.ts';
export { createPresence, type PresenceHooks, type PresenceService } from './service.ts';
export { deletePresences, hidePresence, listPresences, type Ended } from './store.ts';
