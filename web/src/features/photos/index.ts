export { PhotoEditor } from './components/photo-editor.tsx';
export { usePhotos, type PhotoList } from './use-photos.ts';
