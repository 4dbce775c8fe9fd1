export const words = {
  title: 'Enable Notifications',
  text: 'turn on push notifications for instant alerts for new messages and match requests',
  ok: 'OK',
} as const;
