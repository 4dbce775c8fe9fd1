export { PushSheet } from './components/push-sheet.tsx';
export { allowPush, pushPermission, unsubscribeFromPush } from './subscription.ts';
export { usePushCheck, usePushPermission } from './use-push.ts';
