export const words = {
  title: 'Chat not found',
  text: 'It has ended and been erased.',
} as const;
