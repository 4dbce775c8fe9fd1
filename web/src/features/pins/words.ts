export const words = {
  pinned: (name: string) => `You Pinned ${name}!`,
  already: (name: string) => `${name} is already pinned.`,
  failed: 'Pin user failed',
} as const;
