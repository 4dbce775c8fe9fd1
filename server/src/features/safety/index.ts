export { safetyRoutes } from './routes.ts';
export { createSafety, type SafetyService } from './service.ts';
export { areBlocked, listBlockedIds, listReportedIds, lockPair } from './store.ts';
