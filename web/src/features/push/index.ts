export { PushSheet } from './components/push-sheet.tsx';
export { unsubscribeFromPush } from './subscription.ts';
export { usePushCheck, usePushPermission } from './use-push.ts';
