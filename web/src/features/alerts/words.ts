/** Texts of alerts about people near who become visible. */
export const words = {
  label: 'Tell me when people near become visible',
  off: 'For the next 3 hours, by notification. It names nobody.',
  on: (time: string, km: number) => `Until ${time}, within about ${km} km of where you switched it on`,
  failed: 'This did not work. Please try again.',
  unreachable: 'Your browser could not be reached for notifications. Please try again in a moment.',
  notAllowed: 'We can only tell you if you allow notifications.',
  denied: 'Notifications are switched off for this site. Allow them in the settings of your browser first.',
  unsupported:
    'This browser cannot show notifications here. On an iPhone, add Herenow to the Home Screen first.',
} as const;
