export { alertRoutes } from './routes.ts';
export { createAlerts } from './service.ts';
