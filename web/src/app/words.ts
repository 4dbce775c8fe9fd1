export const words = {
  ok: 'OK',
  locationMandatory:
    'Location permission is mandatory to register. Allow it for this site in your browser settings.',
  chatExpired: "The other user's session expired",
  tabs: { explore: 'Explore', pinned: 'Pinned', profile: 'Profile' },
  pinnedNew: (count: number) => `Pinned, ${count} new`,
  openFilter: 'Filter',
  filterSet: (count: number) => `Filter, ${count} set`,
  offline: 'No internet connection. What you write is saved.',
  channelLost: 'Live updates are paused.',
  unreachable: 'We can’t reach Herenow.',
  reconnect: 'Reconnect',
  failedTitle: 'Something went wrong',
  failedText: 'What you’ve written is saved.',
  noNetwork: 'No internet connection',
  checkNetwork: 'Check your connection and try again.',
  undo: 'Undo',
} as const;
