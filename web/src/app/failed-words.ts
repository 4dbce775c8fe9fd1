export const words = {
  failed: 'This could not be opened. Reload the page and try again: what you have written is kept.',
  offline: 'This opens as soon as you are online again.',
  reload: 'Reload',
} as const;
