export { addOperator, listOperators, removeOperator } from './operators.ts';
export { moderationRoutes } from './routes.ts';
export { createModeration, type ModerationService } from './service.ts';
