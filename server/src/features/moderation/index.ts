export { readOperatorCommand } from './command.ts';
export { moderationRoutes } from './routes.ts';
export { createModeration, type ModerationService } from './service.ts';
