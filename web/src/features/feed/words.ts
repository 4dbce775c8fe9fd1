export const words = {
  title: 'Explore',
  end: "You've seen all visible users",
  endForNow: 'That is everyone for now',
  loadingMore: 'Loading more people...',
  loading: 'Looking around you',
  /** The server refused. */
  refused: 'Failed to fetch users',
  /** There was no response. */
  failed: 'Failed to load users',
  distance: (km: number) => (km < 1 ? '< 1 km' : `${km} km`),
  pin: (name: string) => `Pin ${name}`,
  gone: 'Not here any more',
  left: (countdown: string) => `${countdown} left`,
} as const;
