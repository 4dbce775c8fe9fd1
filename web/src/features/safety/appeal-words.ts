import type { LoggedAction } from '@herenow/contract/constants';

export const words = {
  title: 'A decision about your account',
  failed: 'We couldn’t load this page',
  did: {
    warn: 'We’ve sent you a warning.',
    'remove-photo': 'We’ve removed one of your photos.',
    hide: 'We’re checking your profile. Until someone on our team has looked, for a day at most, nobody new sees you.',
    suspend: 'We’ve suspended your account for good.',
  } satisfies Partial<Record<LoggedAction, string>> as Partial<Record<LoggedAction, string>>,
  removed: {
    name: 'We’ve removed your name.',
    bio: 'We’ve removed what you wrote about yourself. Your name stays.',
    both: 'We’ve removed your name and what you wrote about yourself.',
  },
  suspendedFor: (days: number) => `We’ve suspended your account for ${days} days.`,
  on: (day: string) => `Decided on ${day}`,
  ends: (moment: string) => `Ends on ${moment}`,
  why: 'Why',
  noWhy: 'Other people reported it, and we agreed.',
  ask: 'If you think this is a mistake, tell us what we should look at again. You can appeal once. Wherever possible, it’s read by someone who hasn’t decided about you before.',
  label: 'What should we look at again?',
  send: 'Send Appeal',
  sending: 'Sending...',
  sendFailed: 'We couldn’t send your appeal. Please try again.',
  report: {
    title: 'Has someone harmed you?',
    text: 'You can still report people from your pins and chats of the last 30 days. They won’t be told.',
    nobody: 'You’ve had no pins or chats in the last 30 days.',
    signIn:
      'You can still report people from your pins and chats of the last 30 days. Try to log in: the message you get has a link to do that, for half an hour.',
    logIn: 'Log In',
  },
  leave: {
    title: 'Don’t want to come back?',
    text: 'You can delete your account now. It’s erased right away, and you can’t undo it. The suspension stays for the email address.',
    signIn: 'With the same link, you can delete your account.',
    more: 'What is erased, and what is kept',
  },
  goOn: 'Continue',
  state: {
    open: '',
    waiting: 'We have your appeal. Someone will look at it, and we’ll email you.',
    granted: 'You appealed, and we’ve reversed the decision.',
    declined: 'You appealed. We’ve looked again, and the decision stands.',
    over: 'It’s too late to appeal this decision.',
  },
} as const;
