/** Texts of the filter sheet. */
export const words = {
  filter: {
    title: 'Preferences',
    pronouns: 'Pronouns',
    everyone: 'Everyone',
    age: 'Age',
    youngest: 'Youngest',
    oldest: 'Oldest',
    anyAge: 'Any age',
    ages: (from: number, to: number) => `${from} to ${to}`,
    minAge: 'Min age',
    maxAge: 'Max age',
    distance: 'Distance',
    alike: 'Likes what I like',
    alikeHint: 'At least one date idea in common',
    verified: 'Verified only',
    verifiedHint: 'People whose photos we’ve compared with selfies',
    ideas: 'Date ideas',
    openToAnything: 'Open to anything',
    selected: (count: number) => `${count} selected`,
    reset: 'Reset',
    apply: 'Apply',
    few: 'Fewer than 5 people',
    show: (count: number, more: boolean) =>
      more ? `Show More Than ${count} People` : count === 1 ? 'Show 1 Person' : `Show ${count} People`,
  },
} as const;
