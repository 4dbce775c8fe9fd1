import { APPEAL_DAYS, CONTACT_EMAIL, type LoggedAction, type ProfileText } from '@herenow/contract/constants';
import { moment, type Letter } from './letter.ts';

/** The operator’s reason for an act, and where to appeal. */
interface Told {
  why: string;
  link: string;
}

const appealAt = (url: string) => ({
  text: `If you think that is a mistake, appeal within ${APPEAL_DAYS} days. We look at it again, somebody else of us wherever there is one.`,
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
      ? `People have reported your account (${reasons.join('; ')}), and we found that they were right to.`
      : 'We looked at your account and found something that does not belong on Herenow.',
    ...because(why),
    'Please treat everybody the way you want to be treated. The next time your account may be suspended.',
  ],
  link: appealAt(link),
});

export const photoRemoved = ({ why, link }: Told): Letter => ({
  subject: 'One of your Herenow photos was removed',
  title: 'A photo was removed',
  paragraphs: [
    'One of your photos does not belong on Herenow, so we removed it from your profile.',
    ...because(why),
  ],
  link: appealAt(link),
});

/** What was removed of name and text, in the words of a letter. */
const REMOVED = {
  name: {
    subject: 'Your Herenow name was removed',
    title: 'Your name was removed',
    text: 'The name of your profile does not belong on Herenow, so we removed it. You can choose another in My Profile; this one cannot be set again.',
    again: 'You can set this name again in your profile.',
  },
  bio: {
    subject: 'The text of your Herenow profile was removed',
    title: 'Your text was removed',
    text: 'The text about you in your profile does not belong on Herenow, so we removed it. Your name stays. You can write another text in My Profile; this one cannot be set again.',
    again: 'You can set this text again in your profile.',
  },
  both: {
    subject: 'Your Herenow name and text were removed',
    title: 'Your name and your text were removed',
    text: 'Neither the name nor the text of your profile belongs on Herenow, so we removed both. You can choose others in My Profile; these cannot be set again.',
    again: 'You can set this name and this text again in your profile.',
  },
} as const;
const removedOf = (texts: readonly ProfileText[]) =>
  REMOVED[texts.length > 1 ? 'both' : (texts[0] ?? 'name')];

export const textsRemoved = ({ texts, why, link }: Told & { texts: readonly ProfileText[] }): Letter => {
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
    'We have suspended your account. You are signed out everywhere, and nobody sees you.',
    ...because(why),
    until === null ? 'The suspension has no end.' : `It ends by itself on ${moment(until)}.`,
  ],
  link: appealAt(link),
});

/** The account is gone, and with it the sign-in that could offer an appeal. */
export const accountDeleted = ({ reasons, why }: { reasons: readonly string[]; why: string }): Letter => ({
  subject: 'Your Herenow account was deleted',
  title: 'We have deleted your account',
  paragraphs: [
    reasons.length > 0
      ? `People have reported your account (${reasons.join('; ')}), and we found that they were right to. We have deleted it with everything in it.`
      : 'We have deleted your account with everything in it, because it does not belong on Herenow.',
    ...because(why),
  ],
  after: [
    'What was deleted cannot be brought back.',
    `If you think that is a mistake, write to ${CONTACT_EMAIL}. One of us reads it.`,
  ],
});

/** The user is hidden until an operator has looked. The mail says neither who reported them nor how many. */
export const hidden = ({ until, link }: { until: Date; link: string }): Letter => ({
  subject: 'We are checking your Herenow profile',
  title: 'We are checking your profile',
  paragraphs: [
    'We are checking that your profile follows our rules, first of all that you are 18 or older. Until one of us has looked, nobody new sees you and you cannot pin anybody. Your chats go on.',
    `That takes until ${moment(until)} at most. You do not have to do anything.`,
  ],
  link: {
    text: 'If you think that is a mistake, tell us. One of us reads it.',
    label: 'Appeal',
    url: link,
  },
});

export const hidingEnded = (): Letter => ({
  subject: 'We have checked your Herenow profile',
  title: 'All is well',
  paragraphs: ['We have looked at your profile, and nothing has changed. You can go visible again.'],
  after: ['We are sorry for the wait.'],
});

/** The user’s report was looked at. The outcome stays between the operators and the reported person. */
export const reportJudged = (): Letter => ({
  subject: 'We looked at your report',
  title: 'Thank you for your report',
  paragraphs: [
    'Somebody of us has looked at what you reported and has done what they found right. What that is we do not tell, to protect everybody.',
  ],
  after: ['If it goes on, please report it again. In danger, call the emergency number where you are.'],
});

/** How the user restores what was removed, once an appeal is granted. */
function againOf(action: LoggedAction, texts: readonly ProfileText[]): string[] {
  if (action === 'remove-photo') return ['The photo itself is erased. You can add it to your profile again.'];
  return action === 'remove-name' ? [removedOf(texts).again] : [];
}

/** Whoever has the link of a decision can use up its one appeal: the user learns of one that is not theirs. */
export const appealMade = (): Letter => ({
  subject: 'We got your Herenow appeal',
  title: 'Your appeal is here',
  paragraphs: [
    'Somebody has appealed the decision about your account, with the link of our mail. We look at it again, and mail you what we find.',
  ],
  after: [
    `A decision can be appealed once. If that was not you, or you want to add something, write to ${CONTACT_EMAIL} before it is decided.`,
  ],
});

export const appealDecided = (told: {
  granted: boolean;
  why: string;
  action: LoggedAction;
  texts: readonly ProfileText[];
}): Letter => {
  const { granted, why, action, texts } = told;
  return {
    subject: granted ? 'Your Herenow appeal was granted' : 'Your Herenow appeal was declined',
    title: granted ? 'You were right' : 'We have looked again',
    paragraphs: [
      granted
        ? 'We have looked again at what we decided about your account, and take it back.'
        : 'We have looked again at what we decided about your account, and it stays as it is.',
      ...because(why),
      ...(granted ? againOf(action, texts) : []),
    ],
    after: granted ? ['We are sorry for that.'] : ['A decision can be appealed once.'],
  };
};

export const faceVerified = (): Letter => ({
  subject: 'Your Herenow profile has its mark',
  title: 'It is you',
  paragraphs: [
    'Somebody of us found that your selfies and your photos show the same person. The mark stands on your card and your profile from now on.',
  ],
  after: ['The selfies are erased. If you change your first photo, we ask again.'],
});

export const faceDeclined = ({ why }: { why: string }): Letter => ({
  subject: 'About your Herenow selfies',
  title: 'We could not tell that it is you',
  paragraphs: ['Somebody of us looked at your selfies and your photos.', ...because(why)],
  after: [
    'The selfies are erased. You can try again with new ones.',
    `If you think that is a mistake, write to ${CONTACT_EMAIL}.`,
  ],
});

export const reinstated = (): Letter => ({
  subject: 'Your Herenow account is open again',
  title: 'Welcome back',
  paragraphs: ['Your account is no longer suspended. You can log in as before.'],
});
