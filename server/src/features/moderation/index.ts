export { createAppeals } from './appeals.ts';
export { createDecisionLinks } from './decision-links.ts';
export { createAlarm } from './alarm.ts';
export { readOperatorCommand } from './operator-command.ts';
export { moderationRoutes } from './routes.ts';
export { createSealedCases, type SealedCases } from './sealed.ts';
export { createModeration, type ModerationService } from './service.ts';
