export const words = {
  title: 'Page not found',
  text: 'There is nothing at this address. It may have been typed wrong, or what was here is gone.',
  action: 'Go to the start',
} as const;
