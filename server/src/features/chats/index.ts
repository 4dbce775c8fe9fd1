export { copyEvidence } from './evidence-store.ts';
export {
  deleteFormer,
  isFormer,
  listFormer,
  lockFormer,
  noteFormer,
  type FormerRow,
} from './former-store.ts';
export { chatDestinations } from './chat-destinations.ts';
export { lockChats, noteDistances } from './lifecycle-store.ts';
export { chatRoutes } from './routes.ts';
export type { ChatLifecycle } from './lifecycle.ts';
export { createChats, type ChatsService } from './service.ts';
