export { openPhotoFiles } from './files.ts';
export { photoRoutes } from './routes.ts';
export { createPhotos, type PhotosService } from './service.ts';
export { photoView } from './views.ts';
