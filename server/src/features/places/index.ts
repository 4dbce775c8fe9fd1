export type { Viewpoint } from './policy.ts';
export { createPlaces, type PlacesService } from './service.ts';
export { removeViewpointsOf, viewpointOf } from './store.ts';
