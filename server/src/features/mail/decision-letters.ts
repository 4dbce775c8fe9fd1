import {
  APPEAL_DAYS,
  CONTACT_EMAIL,
  type LoggedAction,
  type RemovableText,
} from '@herenow/contract/constants';
import { moment, type Letter } from './letter.ts';

/** The operator’s reason for an act, and where to appeal. */
interface Told {
  why: string;
  link: string;
}

const appealAt = (url: string) => ({
  text: `If you think this is a mistake, you can appeal within ${APPEAL_DAYS} days. Wherever possible, someone else on our team will look at it again.`,
  label: 'Appeal',
  url,
});

/** Returns the operator’s sentence as a paragraph, if there is one. */
const because = (why: string): string[] => (why === '' ? [] : [why]);

/** A warning: an operator found a violation, after reports or without any. */
export const warning = ({ reasons, why, link }: Told & { reasons: readonly string[] }): Letter => ({
  subject: 'A warning about your Herenow account',
  title: 'A warning',
  paragraphs: [
    reasons.length > 0
      ? `People have reported your account (${reasons.join('; ')}), and we agree with them.`
      : 'We looked at your account and found something that doesn’t belong on Herenow.',
    ...because(why),
    'Please treat everyone the way you want to be treated. Next time, your account may be suspended.',
  ],
  link: appealAt(link),
});

export const photoRemoved = ({ why, link }: Told): Letter => ({
  subject: 'One of your Herenow photos was removed',
  title: 'A photo was removed',
  paragraphs: [
    'One of your photos doesn’t belong on Herenow, so we removed it from your profile.',
    ...because(why),
  ],
  link: appealAt(link),
});

/** What was removed of name and text, in the words of a letter. */
const REMOVED = {
  name: {
    subject: 'Your Herenow name was removed',
    title: 'Your name was removed',
    text: 'The name on your profile doesn’t belong on Herenow, so we removed it. You can choose another in My Profile, but you can’t use this one again.',
    again: 'You can use this name on your profile again.',
  },
  bio: {
    subject: 'The text on your Herenow profile was removed',
    title: 'Your text was removed',
    text: 'What you wrote about yourself on your profile doesn’t belong on Herenow, so we removed it. Your name stays. You can write something else in My Profile, but you can’t use this text again.',
    again: 'You can use this text on your profile again.',
  },
  both: {
    subject: 'Your Herenow name and text were removed',
    title: 'Your name and your text were removed',
    text: 'Neither the name nor the text on your profile belongs on Herenow, so we removed both. You can choose others in My Profile, but you can’t use these again.',
    again: 'You can use this name and this text on your profile again.',
  },
} as const;
const removedOf = (texts: readonly RemovableText[]) =>
  REMOVED[texts.length > 1 ? 'both' : (texts[0] ?? 'name')];

export const textsRemoved = ({ texts, why, link }: Told & { texts: readonly RemovableText[] }): Letter => {
  const { subject, title, text } = removedOf(texts);
  return {
    subject,
    title,
    paragraphs: [text, ...because(why)],
    link: appealAt(link),
  };
};

export const suspended = ({ until, why, link }: Told & { until: Date | null }): Letter => ({
  subject: 'Your Herenow account is suspended',
  title: 'Your account is suspended',
  paragraphs: [
    'We’ve suspended your account. You’re signed out everywhere, and nobody can see you.',
    ...because(why),
    until === null ? 'The suspension is permanent.' : `It ends by itself on ${moment(until)}.`,
  ],
  link: appealAt(link),
});

/** The account is gone, and with it the sign-in that could offer an appeal. */
export const accountDeleted = ({ reasons, why }: { reasons: readonly string[]; why: string }): Letter => ({
  subject: 'Your Herenow account was deleted',
  title: 'We’ve deleted your account',
  paragraphs: [
    reasons.length > 0
      ? `People have reported your account (${reasons.join('; ')}), and we agree with them. We’ve deleted it and everything in it.`
      : 'We’ve deleted your account and everything in it, because it doesn’t belong on Herenow.',
    ...because(why),
  ],
  after: [
    'What was deleted can’t be brought back.',
    `If you think this is a mistake, write to ${CONTACT_EMAIL}. Someone on our team will read it.`,
  ],
});

/** The user is hidden until an operator has looked. The mail says neither who reported them nor how many. */
export const hidden = ({ until, link }: { until: Date; link: string }): Letter => ({
  subject: 'We are checking your Herenow profile',
  title: 'We’re checking your profile',
  paragraphs: [
    'We’re checking that your profile follows our rules, first of all that you’re 18 or older. Until someone on our team has looked, nobody new sees you and you can’t pin anyone. Your chats go on.',
    `That takes until ${moment(until)} at most. You don’t need to do anything.`,
  ],
  link: {
    text: 'If you think this is a mistake, tell us. Someone on our team will read it.',
    label: 'Appeal',
    url: link,
  },
});

export const hidingEnded = (): Letter => ({
  subject: 'We have checked your Herenow profile',
  title: 'All is well',
  paragraphs: ['We’ve looked at your profile, and everything stays as it was. You can go visible again.'],
  after: ['We’re sorry for the wait.'],
});

/** A report was looked at. The outcome stays between the operators and the reported person. */
export const reportJudged = (): Letter => ({
  subject: 'We looked at your report',
  title: 'Thank you for your report',
  paragraphs: [
    'Someone on our team has looked at your report and done what they thought was right. To protect everyone, we don’t share what that was.',
  ],
  after: [
    'If it goes on, please report it again. If you’re in danger, call the emergency number where you are.',
  ],
});

const OPEN_AGAIN = 'Your account is no longer suspended. You can log in as before.';

/** How the user restores what was removed, once an appeal is granted. */
function againOf(action: LoggedAction, texts: readonly RemovableText[]): string[] {
  if (action === 'remove-photo')
    return ['The photo itself has been erased. You can add it to your profile again.'];
  return action === 'remove-name' ? [removedOf(texts).again] : [];
}

/**
 * Anyone with the link of a decision can use up its one appeal, so the user is told, and notices an appeal that is not
 * theirs.
 */
export const appealMade = (): Letter => ({
  subject: 'We got your Herenow appeal',
  title: 'We have your appeal',
  paragraphs: [
    'Someone has appealed the decision about your account. We’ll look at it again and email you what we decide.',
  ],
  after: [
    `A decision can be appealed once. If this wasn’t you, or you want to add something, write to ${CONTACT_EMAIL} before we decide.`,
  ],
});

export const appealDecided = (told: {
  granted: boolean;
  why: string;
  action: LoggedAction;
  texts: readonly RemovableText[];
  /** Whether this ended a suspension: another decision may have suspended the user since. */
  reopened: boolean;
}): Letter => {
  const { granted, why, action, texts, reopened } = told;
  return {
    subject: granted ? 'Your Herenow appeal was granted' : 'Your Herenow appeal was declined',
    title: granted ? 'You were right' : 'We’ve looked again',
    paragraphs: [
      granted
        ? 'We’ve looked again at what we decided about your account, and we’ve reversed it.'
        : 'We’ve looked again at what we decided about your account, and our decision stands.',
      ...because(why),
      ...(granted ? againOf(action, texts) : []),
      ...(reopened ? [OPEN_AGAIN] : []),
    ],
    after: granted ? ['We’re sorry for the mistake.'] : ['A decision can be appealed once.'],
  };
};

export const faceVerified = (): Letter => ({
  subject: 'Your Herenow profile is verified',
  title: 'You’re verified',
  paragraphs: [
    'Someone on our team found that your selfies and your photos show the same person. Your card and your profile now have the mark.',
  ],
  after: ['Your selfies have been erased. If you change your first photo, you’ll need to do this again.'],
});

export const faceDeclined = ({ why }: { why: string }): Letter => ({
  subject: 'About your Herenow selfies',
  title: 'We couldn’t tell that it’s you',
  paragraphs: ['Someone on our team looked at your selfies and your photos.', ...because(why)],
  after: [
    'Your selfies have been erased. You can try again with new ones.',
    `If you think this is a mistake, write to ${CONTACT_EMAIL}.`,
  ],
});

export const reinstated = (): Letter => ({
  subject: 'Your Herenow account is open again',
  title: 'Welcome back',
  paragraphs: [OPEN_AGAIN],
});
