import * as refusals from '@herenow/contract/refusals';

const time = (when: Date) => when.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' });

/** Of telling a friend about a date. */
export const words = {
  title: 'Share My Date',
  text: 'Make a page for somebody you trust. It says what you write here and nothing else: no position, no photo, and not who you are on Herenow.',
  who: 'Whom do you meet?',
  place: 'Where? (optional)',
  placeHint: 'In your own words, such as a street or the name of a café.',
  until: 'When do you expect to be back?',
  inHours: (hours: number, when: Date) => `${hours === 1 ? 'In 1 hour' : `In ${hours} hours`}, ${time(when)}`,
  kept: 'Whoever has the link can read the page without an account. It is erased 12 hours after this time.',
  make: 'Make the Link',
  making: 'Making the link...',
  failed: 'The link could not be made. Please try again.',
  whoMissing: refusals.dateWho.text,
  ready: 'Your link is ready',
  readyText: 'Send it to somebody you trust. It is shown this once.',
  share: 'Share the Link',
  shared: 'Where I am, and when I expect to be back',
  copy: 'Copy the Link',
  copied: 'The link is copied',
  notCopied: 'The link could not be copied',
  another: 'Share Another Date',
  open: 'Shared now',
  line: (place: string, until: string) =>
    `${place === '' ? '' : `${place} · `}until ${time(new Date(until))}`,
  end: 'Take Back',
  endLabel: (who: string) => `Take back the link about ${who}`,
  ended: 'The link opens nothing any more',
  endFailed: 'The link could not be taken back. Please try again.',
  listFailed: 'What you share could not be loaded',
  retry: 'Try Again',
  page: {
    title: 'A date',
    text: 'Whoever sent you this link wants you to know:',
    who: 'Meets',
    place: 'Where',
    until: 'Expects to be back',
    over: 'The time is over. Ask whether they are back.',
    worried: 'If you cannot reach them and are worried, call the emergency number of your country.',
    gone: 'There is nothing here',
    goneText: 'This link is not valid, or not any more. What was shared is erased 12 hours after its end.',
    failed: 'This could not be loaded',
  },
} as const;
