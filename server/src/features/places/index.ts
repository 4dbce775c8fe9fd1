export type { Viewpoint } from './policy.ts';
export { createPlaces, type PlacesService } from './service.ts';
export { viewpointOf } from './store.ts';
