export { createRemovedPictures } from './checks.ts';
export { PHOTO_FILES, type PhotoFileName, type PhotoFiles } from './files.ts';
export { createPhotoAddresses } from './photo-addresses.ts';
export { openPhotoFiles } from './open-files.ts';
export { createPictureMakers, type MakePicture } from './picture-makers.ts';
export { photoRoutes } from './routes.ts';
export { createPhotos, type FirstPhoto, type PhotosService } from './service.ts';
export { heldPhotosSql, type PhotoRow } from './store.ts';
export { photoLimits } from './limits.ts';
