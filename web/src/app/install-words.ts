export const words = {
  newVersion: 'A new version of Herenow is ready.',
  reload: 'Reload',
} as const;
