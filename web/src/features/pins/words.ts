export const words = {
  pinned: (name: string) => `You Pinned ${name}!`,
  already: (name: string) => `${name} is already pinned.`,
  failed: 'Pin user failed',
  byMistake: (name: string) => `Pinned ${name} by mistake?`,
  notWithdrawn: (name: string) => `Your pin of ${name} could not be taken back.`,
} as const;
