/** Texts of the sheet, which no page shows first. */
export const words = {
  goVisibleTitle: 'Go Visible',
  goVisibleNow: 'Go Visible Now',
  goIncognito: 'Go Incognito',
  goOffline: 'Go offline',
  howLong: 'How long?',
  hours: (hours: number) => `${hours}h`,
  visibleText: 'People nearby see your photos and how far away you are, in whole kilometres.',
  incognitoText:
    'Incognito, nobody sees you in their feed. Your chats go on, and you can pin someone quietly: only they will know.',
  incognitoEndlessText:
    'Incognito, nobody sees you in their feed until you say otherwise. Your chats go on. To pin someone, choose how long to stay.',
  pinNeedsSession: (name: string) =>
    `To pin ${name}, go visible, or go incognito so that only ${name} knows. Your pin is sent right after.`,
  pinNeedsEnd: (name: string) =>
    `You’re incognito with no end time. To pin ${name}, choose how long to stay. Your pin is sent right after.`,
  visible: (left: string) => `You’re visible for another ${left}.`,
  incognito: (left: string) => `You’re incognito for another ${left}.`,
  incognitoEndless: 'You’re incognito with no end time. To pin someone, choose how long to stay.',
  openFailed: 'Payment unsseccesfull',
} as const;
