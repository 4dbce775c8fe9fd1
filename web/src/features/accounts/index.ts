export { DocumentDialog, type DocumentName } from './components/document-dialog.tsx';
export { deleteAccount, deleteSuspendedAccount, signOut } from './sign-out.ts';
