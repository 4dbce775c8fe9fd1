export type { Viewpoint } from './policy.ts';
export { createPlaces, type PlacesService } from './service.ts';
export { removeViewpointsOf, VIEWPOINT_COLUMNS, viewpointOf, type ViewpointRow } from './store.ts';
