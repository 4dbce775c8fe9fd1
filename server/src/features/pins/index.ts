export { pinRoutes } from './routes.ts';
export { createPins, type PinsService } from './service.ts';
export { createPinMemories, type PinMemories } from './memory.ts';
export { pinLimits } from './limits.ts';
