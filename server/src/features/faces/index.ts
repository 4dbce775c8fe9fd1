export { faceRoutes } from './routes.ts';
export { createFaces } from './service.ts';
