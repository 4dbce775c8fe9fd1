import type { LoggedAction } from '@herenow/contract/constants';

export const words = {
  title: 'A decision about your account',
  failed: 'This page could not be loaded.',
  did: {
    warn: 'We have warned you.',
    'remove-photo': 'We have removed one of your photos.',
    hide: 'We are checking your profile. Until one of us has looked, for a day at most, nobody new sees you.',
    suspend: 'We have suspended your account for good.',
  } satisfies Partial<Record<LoggedAction, string>> as Partial<Record<LoggedAction, string>>,
  removed: {
    name: 'We have removed your name.',
    bio: 'We have removed the text about you. Your name stays.',
    both: 'We have removed your name and the text about you.',
  },
  suspendedFor: (days: number) => `We have suspended your account for ${days} days.`,
  on: (day: string) => `Decided on ${day}`,
  why: 'Why',
  noWhy: 'Others reported it, and we agreed.',
  ask: 'If you think that is a mistake, tell us what we should look at again. You can do so once. Somebody who has not decided about you before reads it, wherever there is one.',
  label: 'What should we look at again?',
  send: 'Send Appeal',
  sending: 'Sending...',
  sendFailed: 'Your appeal could not be sent. Please try again.',
  goOn: 'Go On',
  state: {
    open: '',
    waiting: 'We have your appeal. Somebody will look at it, and you will get a mail.',
    granted: 'You have appealed, and we have taken it back.',
    declined: 'You have appealed. We have looked again, and it stays as it is.',
    over: 'The time to appeal this decision is over.',
  },
} as const;
