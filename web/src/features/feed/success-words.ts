/** Texts of the moment of becoming visible. */
export const words = {
  heading: "You're Online!",
  text: 'Your 3-hour session has started',
  until: {
    online: (time: string) => `You are visible until ${time}.`,
    incognito: (time: string) => `You are incognito until ${time}.`,
  },
  over: 'It is over: you are offline now.',
  start: 'Start Browsing',
  looking: 'Looking around you',
  nobody: 'Nobody else is near yet. Whoever comes sees you first.',
  hidden: 'Nobody sees you here but whom you pin.',
  one: '1 person is near you',
  some: (count: number) => `${count} people are near you`,
  many: 'Many people are near you',
} as const;
