export { safetyRoutes } from './routes.ts';
export { createSharedDates } from './dates.ts';
export { keepBlocks, listReportedBy, lockBlocks } from './kept-store.ts';
export { createSafety, type SafetyService } from './service.ts';
export { blockedIdsSql, lockPair, reportedIdsSql } from './store.ts';
export { safetyLimits } from './limits.ts';
