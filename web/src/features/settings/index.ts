export { AccountDeleted } from './components/account-deleted.tsx';
export { DeleteAccount } from './components/delete-account.tsx';
export { words as settingsWords } from './words.ts';
