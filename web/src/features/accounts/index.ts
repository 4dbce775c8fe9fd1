export { DocumentDialog, type DocumentName } from './components/document-dialog.tsx';
export { signOut } from './sign-in.ts';
