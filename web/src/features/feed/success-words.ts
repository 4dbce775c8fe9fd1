/** Texts of the moment of becoming visible. */
export const words = {
  heading: "You're Online!",
  text: 'Your 3-hour session has started',
  until: {
    online: (time: string) => `You’re visible until ${time}.`,
    incognito: (time: string) => `You’re incognito until ${time}.`,
  },
  overHeading: 'You’re offline',
  over: 'Your session is over.',
  start: 'Start Browsing',
  looking: 'Looking around you',
  nobody: 'Nobody else is nearby yet. Whoever comes next will see you.',
  hidden: 'Only the people you pin can see you.',
  one: '1 person is near you',
  some: (count: number) => `${count} people are near you`,
  many: 'Many people are near you',
} as const;
