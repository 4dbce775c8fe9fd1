export const words = {
  pinned: (name: string) => `You Pinned ${name}!`,
  already: (name: string) => `${name} is already pinned.`,
  failed: 'Pin user failed',
  justPinned: (name: string) => `You pinned ${name}`,
  notWithdrawn: (name: string) => `Your pin of ${name} could not be taken back.`,
} as const;
