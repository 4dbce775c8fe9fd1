/** Texts of alerts about people near who become visible. */
export const words = {
  label: 'Tell me when people nearby become visible',
  off: 'By notification, for the next 3 hours. It doesn’t say who.',
  on: (time: string, km: number) => `Until ${time}, within about ${km} km of where you switched it on`,
  failed: 'We couldn’t change this. Please try again.',
  unreachable: 'We couldn’t reach your browser’s notification service. Please try again in a moment.',
  notAllowed: 'We can only tell you if you allow notifications.',
  denied: 'Notifications are switched off for this site. Allow them in your browser settings first.',
  unsupported:
    'This browser can’t show notifications here. On an iPhone, add Herenow to the Home Screen first.',
} as const;
