export { allowPush, pushPermission, unsubscribeFromPush } from './subscription.ts';
export { askForPush, usePushSheet } from './sheet-store.ts';
export { usePushCheck } from './use-push.ts';
