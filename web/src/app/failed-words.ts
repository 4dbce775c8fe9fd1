export const words = {
  failed: 'This didn’t open. Reload the page and try again. What you’ve written is saved.',
  offline: 'This will open once you’re connected again.',
  reload: 'Reload',
  signedOut: 'You’ve been signed out on this device. Please log in again.',
} as const;
