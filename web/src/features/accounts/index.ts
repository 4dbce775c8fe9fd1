export { DocumentDialog, type DocumentName } from './components/document-dialog.tsx';
export { deleteAccount, signOut } from './sign-out.ts';
