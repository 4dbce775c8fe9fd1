/** Texts of the question before a block; a separate file, so that they load only with the question. */
export const blockWords = {
  failed: 'Failed to block user. Please try again.',
  title: (name: string) => `Block ${name}?`,
  text: 'You won’t see each other again, and this chat is gone for both of you. They won’t be told.',
} as const;
