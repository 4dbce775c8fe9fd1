export { writeCopy } from './copy-command.ts';
export { rightsRoutes } from './routes.ts';
export { createRights } from './service.ts';
export { rightsJobs } from './jobs.ts';
export { rightsLimits } from './limits.ts';
