export { PhotoEditor } from './components/photo-editor.tsx';
export { usePhotos } from './use-photos.ts';
