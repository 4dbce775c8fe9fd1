export const words = {
  title: 'Page not found',
  text: 'Check the address for typing mistakes. The page may also have been removed.',
  action: 'Go to Herenow',
} as const;
