export { readOperatorCommand } from './command.ts';
export { moderationRoutes } from './routes.ts';
export { createSealedCases, type SealedCases } from './sealed.ts';
export { createModeration, type ModerationService } from './service.ts';
