export { profileRoutes } from './routes.ts';
export { createProfile } from './service.ts';
export { profileLimits } from './limits.ts';
