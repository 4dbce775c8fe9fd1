/** The words of the sheet, which no page shows first. */
export const words = {
  goVisibleTitle: 'Go Visible',
  goIncognitoTitle: 'Go Incognito',
  goVisibleNow: 'Go Visible Now',
  goIncognito: 'Go Incognito',
  goOffline: 'Go offline',
  howLong: 'How long?',
  hours: (hours: number) => `${hours}h`,
  visibleText: 'People near you see your photos and how far away you are, to the kilometre and never closer.',
  incognitoText:
    'Incognito, nobody sees you in their feed. Your chats go on, and you can pin someone quietly: only they learn of you.',
  incognitoEndlessText:
    'Incognito, nobody sees you in their feed, until you say otherwise. Your chats go on. To pin someone, choose how long you stay.',
  pinNeedsSession: (name: string) =>
    `To pin ${name}, go visible, or incognito: then only ${name} learns of you. Your pin goes on by itself.`,
  pinNeedsEnd: (name: string) =>
    `You are incognito without an end. To pin ${name}, choose how long you stay. Your pin goes on by itself.`,
  visible: (left: string) => `You are visible for another ${left}.`,
  incognito: (left: string) => `You are incognito for another ${left}.`,
  incognitoEndless: 'You are incognito without an end. To pin someone, choose how long you stay.',
  openFailed: 'Payment unsseccesfull',
} as const;
