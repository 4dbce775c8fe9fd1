export { faceRoutes } from './routes.ts';
export { createFaces } from './service.ts';
export { faceLimits } from './limits.ts';
