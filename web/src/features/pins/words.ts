export const words = {
  pinned: (name: string) => `You Pinned ${name}!`,
  already: (name: string) => `${name} is already pinned.`,
  failed: 'Pin user failed',
  byMistake: (name: string) => `Pinned ${name} by mistake?`,
  notWithdrawn: (name: string) => `We couldn’t undo your pin of ${name}.`,
} as const;
