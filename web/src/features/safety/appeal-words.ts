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
  report: {
    title: 'Has somebody harmed you?',
    text: 'You can still report people of your pins and chats of the last 30 days. Others do not hear of it.',
    nobody: 'There was nobody in your pins and chats in the last 30 days.',
    signIn:
      'You can still report people of your pins and chats of the last 30 days. Log in: the refusal has a link that leads you there, for half an hour.',
  },
  goOn: 'Go On',
  state: {
    open: '',
    waiting: 'We have your appeal. Somebody will look at it, and you will get a mail.',
    granted: 'You have appealed, and we have taken it back.',
    declined: 'You have appealed. We have looked again, and it stays as it is.',
    over: 'The time to appeal this decision is over.',
  },
} as const;
