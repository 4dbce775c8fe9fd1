export const words = {
  offlineFailed: 'Go offline unsseccesfull',
  offline: 'Offline',
  incognito: 'Incognito',
  statusLabel: {
    online: (left: string) => `You are visible, ${left} left. Change`,
    incognito: (left: string) =>
      left === '' ? 'You are incognito. Change' : `You are incognito, ${left} left. Change`,
    offline: () => 'You are offline. Go visible',
  },
  banner: {
    online: 'You are visible now',
    incognito: 'You are incognito now',
    offline: 'You are offline now',
  },
} as const;
