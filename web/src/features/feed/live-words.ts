/** Texts for changes in an open feed. */
export const words = {
  hint: 'Tap the pin to ask for a chat.',
  ok: 'OK',
  one: '1 new person nearby',
  some: (count: number) => `${count} new people nearby`,
  many: 'Many new people nearby',
  moved: 'You’ve moved. See who’s nearby',
  pinnedMe: 'Pinned you',
  refresh: 'Refresh',
  notRefreshed: 'We couldn’t refresh the list. This is the earlier one.',
  pull: 'Pull to refresh',
  release: 'Let go to refresh',
} as const;
