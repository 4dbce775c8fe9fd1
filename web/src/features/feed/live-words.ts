/** Texts for changes in an open feed. */
export const words = {
  hint: 'Tap the pin to ask for a chat.',
  ok: 'OK',
  one: '1 new person nearby',
  some: (count: number) => `${count} new people nearby`,
  many: 'Many new people nearby',
  moved: 'You have moved. See who is near',
  pinnedMe: 'Pinned you',
  refresh: 'Refresh',
  notRefreshed: 'The list could not be refreshed. It is as it was.',
  pull: 'Pull to refresh',
  release: 'Let go to refresh',
} as const;
