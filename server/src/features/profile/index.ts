export { profileRoutes } from './routes.ts';
export { createProfile, type ProfileService } from './service.ts';
export { profileLimits } from './limits.ts';
