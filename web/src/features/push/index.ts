export { PushSheet } from './components/push-sheet.tsx';
export { allowPush, pushPermission, unsubscribeFromPush } from './subscription.ts';
export { askForPush } from './sheet-store.ts';
export { usePushCheck } from './use-push.ts';
