export type { GetPhotos, GetPresence } from './types.ts';
export { copyEvidence } from './evidence-store.ts';
export { chatDestinations } from './destinations.ts';
export { noteDistances } from './life-store.ts';
export { chatRoutes } from './routes.ts';
export type { ChatsLife } from './life.ts';
export { createChats, type ChatsService } from './service.ts';
