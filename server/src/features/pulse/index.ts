export { pulseRoutes } from './routes.ts';
export { createPulse, type PulseService } from './service.ts';
