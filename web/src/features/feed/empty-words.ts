/** Texts of an empty feed. */
export const words = {
  empty: 'No one is visible right now',
  /** For screen readers, whose users do not see that the list is gone. */
  told: { empty: 'The list is empty.', filtered: 'The list is empty. Nobody matches your filter.' },
  emptyHidden: 'Check back later or be the first to go visible!',
  emptyOnline: 'Check back later!',
  goVisibleNow: 'Go Visible Now',
  nobody: {
    between: (from: number, to: number, km: number) =>
      from === to ? `Nobody aged ${from} within ${km} km` : `Nobody aged ${from} to ${to} within ${km} km`,
    from: (age: number, km: number) => `Nobody aged ${age} or over within ${km} km`,
    upTo: (age: number, km: number) => `Nobody aged ${age} or under within ${km} km`,
    fitting: (km: number) => `No matches within ${km} km`,
    text: 'That’s with your filter on. Others may be around.',
  },
  contrary: {
    text: 'The oldest age is below the youngest, so nobody can match.',
    swap: (from: number, to: number) => `Show Ages ${from} to ${to}`,
    retry: 'Try Again',
  },
  openFilter: 'Change the Filter',
  further: {
    few: (km: number) => `Fewer than 5 within ${km} km`,
    some: (count: number, km: number) => `${count} within ${km} km`,
    more: (count: number, km: number) => `More than ${count} within ${km} km`,
  },
  widen: (km: number) => `Look Within ${km} km`,
  resetFilter: 'Reset the Filter',
} as const;
