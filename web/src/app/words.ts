export const words = {
  ok: 'OK',
  locationMandatory:
    'Location permission is mandatory to register. Allow it for this site in the settings of your browser.',
  chatExpired: "The other user's session expired",
  tabs: { explore: 'Explore', pinned: 'Pinned', profile: 'Profile' },
  pinnedNew: (count: number) => `Pinned, ${count} new`,
  openFilter: 'Filter',
  filterSet: (count: number) => `Filter, ${count} set`,
  offline: 'No internet connection. What you write is kept.',
  channelLost: 'Live updates are paused.',
  unreachable: 'Herenow is out of reach.',
  reconnect: 'Reconnect',
  failedTitle: 'Something went wrong',
  failedText: 'What you have written is kept.',
  noNetwork: 'You are offline',
  checkNetwork: 'Check your network and try again.',
  undo: 'Undo',
} as const;
