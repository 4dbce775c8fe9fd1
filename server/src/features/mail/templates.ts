import { APPEAL_DAYS, CODE_MINUTES, CONTACT_EMAIL } from '@herenow/contract/constants';
import { letter, type Letter } from './letter.ts';

/** A code to verify an email address with. */
export const verification = ({ code }: { code: string }): Letter =>
  letter({
    subject: `${code} is your Herenow code`,
    title: 'Verify your email',
    paragraphs: ['Enter this code to finish your registration and start browsing.'],
    code,
    after: [
      `The code works once and for ${CODE_MINUTES} minutes.`,
      'If you did not register, somebody mistyped their address. You can ignore this mail.',
    ],
  });

/** A code to set a new password with. */
export const reset = ({ code }: { code: string }): Letter =>
  letter({
    subject: `${code} is your Herenow password reset code`,
    title: 'Reset your password',
    paragraphs: ['Enter this code together with your new password.'],
    code,
    after: [
      `The code works once and for ${CODE_MINUTES} minutes. Setting a new password signs you out everywhere.`,
      'If you did not ask for it, ignore this mail and your password stays as it is.',
    ],
  });

export const passwordChanged = ({ at }: { at: Date }): Letter =>
  letter({
    subject: 'Your Herenow password was changed',
    title: 'Your password was changed',
    paragraphs: [
      `The password of your account was changed on ${moment(at)}. Your other devices were signed out.`,
    ],
    after: [
      'If that was you, there is nothing to do.',
      `If it was not, reset your password right away with “Forgot password?” and write to ${CONTACT_EMAIL}.`,
    ],
  });

/** Somebody has signed in from a device the account does not know. */
export const newDevice = ({ device, at }: { device: string; at: Date }): Letter =>
  letter({
    subject: 'New sign-in to your Herenow account',
    title: 'New sign-in',
    paragraphs: [`Somebody signed in to your account with ${device} on ${moment(at)}.`],
    after: [
      'If that was you, there is nothing to do.',
      'If it was not, reset your password right away with “Forgot password?”: that signs out every device.',
    ],
  });

const NOT_YOU = `If it was not, reset your password right away with “Forgot password?” and write to ${CONTACT_EMAIL}.`;

export const secondFactorOn = ({ at }: { at: Date }): Letter =>
  letter({
    subject: 'Two-step sign-in is on',
    title: 'Two-step sign-in is on',
    paragraphs: [
      `Since ${moment(at)} signing in to your Herenow account takes a code of your authenticator app, too. Your other devices were signed out.`,
      'Keep your recovery codes where you find them without your phone.',
    ],
    after: ['If that was you, there is nothing to do.', NOT_YOU],
  });

export const secondFactorOff = ({ at }: { at: Date }): Letter =>
  letter({
    subject: 'Two-step sign-in is off',
    title: 'Two-step sign-in is off',
    paragraphs: [`Since ${moment(at)} your password alone opens your Herenow account.`],
    after: ['If that was you, there is nothing to do.', NOT_YOU],
  });

/** The people who run the server have taken it away. */
export const secondFactorReset = ({ at }: { at: Date }): Letter =>
  letter({
    subject: 'Two-step sign-in was taken off your account',
    title: 'Two-step sign-in is off',
    paragraphs: [
      `Somebody of us has taken two-step sign-in off your Herenow account, noted on ${moment(at)}. Your password alone opens it until you set it up again in the settings.`,
    ],
    after: ['If you asked us to, there is nothing to do.', NOT_YOU],
  });

export const passkeyAdded = ({ name, at }: { name: string; at: Date }): Letter =>
  letter({
    subject: 'A passkey was added to your Herenow account',
    title: 'New passkey',
    paragraphs: [
      `The passkey “${name}” was added on ${moment(at)}. Beside your password it opens your account in place of a code.`,
    ],
    after: ['If that was you, there is nothing to do.', NOT_YOU],
  });

export const passkeyRemoved = ({ name, at }: { name: string; at: Date }): Letter =>
  letter({
    subject: 'A passkey of your Herenow account was removed',
    title: 'A passkey was removed',
    paragraphs: [`The passkey “${name}” was removed on ${moment(at)}. It opens your account no more.`],
    after: ['If that was you, there is nothing to do.', NOT_YOU],
  });

export const recoveryCodeUsed = ({ at, left }: { at: Date; left: number }): Letter =>
  letter({
    subject: 'A recovery code of your Herenow account was used',
    title: 'A recovery code was used',
    paragraphs: [
      `A recovery code took the place of your authenticator app on ${moment(at)}.`,
      left === 0
        ? 'It was the last one. You can make new ones in the settings.'
        : `Codes that are left: ${left}.`,
    ],
    after: ['If that was you, there is nothing to do.', NOT_YOU],
  });

export const recoveryCodesRenewed = ({ at }: { at: Date }): Letter =>
  letter({
    subject: 'Your Herenow account has new recovery codes',
    title: 'New recovery codes',
    paragraphs: [`New recovery codes were made on ${moment(at)}. The old ones are worth nothing any more.`],
    after: ['If that was you, there is nothing to do.', NOT_YOU],
  });

/** Somebody who knows the password has tried many codes. */
export const factorCodesTried = ({ at }: { at: Date }): Letter =>
  letter({
    subject: 'Somebody knows your Herenow password',
    title: 'Somebody knows your password',
    paragraphs: [
      `Somebody entered your password and then many wrong codes, the last on ${moment(at)}. Two-step sign-in has kept them out.`,
      'Please reset your password with “Forgot password?”. Until then, devices that are new to your account sign in with a recovery code only.',
    ],
    after: ['If that was you, wait a while, or use a recovery code.'],
  });
/** Why an operator did something, and where to appeal. */
interface Told {
  why: string;
  link: string;
}

const appealAt = (url: string) => ({
  text: `If you think that is a mistake, appeal within ${APPEAL_DAYS} days. Somebody else of us looks at it again.`,
  label: 'Appeal',
  url,
});

/** Why, in the operator's sentence, where there is one. */
const because = (why: string): string[] => (why === '' ? [] : [why]);

/** People have reported the person, and an operator agrees with them. */
export const warning = ({ reasons, why, link }: Told & { reasons: readonly string[] }): Letter =>
  letter({
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
    after: [],
  });

export const photoRemoved = ({ why, link }: Told): Letter =>
  letter({
    subject: 'One of your Herenow photos was removed',
    title: 'A photo was removed',
    paragraphs: [
      'One of your photos does not belong on Herenow, so we removed it from your profile.',
      ...because(why),
    ],
    link: appealAt(link),
    after: [],
  });

export const nameRemoved = ({ why, link }: Told): Letter =>
  letter({
    subject: 'Your Herenow name was removed',
    title: 'Your name was removed',
    paragraphs: [
      'The name of your profile does not belong on Herenow, so we removed it. You can choose another in My Profile.',
      ...because(why),
    ],
    link: appealAt(link),
    after: [],
  });

export const suspended = ({ until, why, link }: Told & { until: Date | null }): Letter =>
  letter({
    subject: 'Your Herenow account is suspended',
    title: 'Your account is suspended',
    paragraphs: [
      'We have suspended your account, because of what others reported. You are signed out everywhere, and nobody sees you.',
      ...because(why),
      until === null ? 'The suspension has no end.' : `It ends by itself on ${moment(until)}.`,
    ],
    link: appealAt(link),
    after: [],
  });

/** Somebody is hidden while an operator looks. It says neither who has reported them nor how many. */
export const hidden = ({ until, link }: { until: Date; link: string }): Letter =>
  letter({
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
    after: [],
  });

export const hidingEnded = (): Letter =>
  letter({
    subject: 'We have checked your Herenow profile',
    title: 'All is well',
    paragraphs: ['We have looked at your profile, and nothing has changed. You can go visible again.'],
    after: ['We are sorry for the wait.'],
  });

/** The person's report was looked at. What was done is between us and whom it was about. */
export const reportJudged = (): Letter =>
  letter({
    subject: 'We looked at your report',
    title: 'Thank you for your report',
    paragraphs: [
      'Somebody of us has looked at what you reported and has done what they found right. What that is we do not tell, to protect everybody.',
    ],
    after: ['If it goes on, please report it again. In danger, call the emergency number where you are.'],
  });

export const appealDecided = ({ granted, why }: { granted: boolean; why: string }): Letter =>
  letter({
    subject: granted ? 'Your Herenow appeal was granted' : 'Your Herenow appeal was declined',
    title: granted ? 'You were right' : 'We have looked again',
    paragraphs: [
      granted
        ? 'We have looked again at what we decided about your account, and take it back.'
        : 'We have looked again at what we decided about your account, and it stays as it is.',
      ...because(why),
    ],
    after: granted ? ['We are sorry for that.'] : ['A decision can be appealed once.'],
  });

export const faceVerified = (): Letter =>
  letter({
    subject: 'Your Herenow profile has its mark',
    title: 'It is you',
    paragraphs: [
      'Somebody of us found that your selfies and your photos show the same person. The mark stands on your card and your profile from now on.',
    ],
    after: ['The selfies are erased. If you change your first photo, we ask again.'],
  });

export const faceDeclined = ({ why }: { why: string }): Letter =>
  letter({
    subject: 'About your Herenow selfies',
    title: 'We could not tell that it is you',
    paragraphs: ['Somebody of us looked at your selfies and your photos.', ...because(why)],
    after: [
      'The selfies are erased. You can try again with new ones.',
      `If you think that is a mistake, write to ${CONTACT_EMAIL}.`,
    ],
  });

export const news = (told: { subject: string; paragraphs: string[]; link: string }): Letter =>
  letter({
    subject: told.subject,
    title: told.subject,
    paragraphs: told.paragraphs,
    link: {
      text: 'You get this because News and updates is on in your settings.',
      label: 'Send me no news',
      url: told.link,
    },
    after: [],
  });

export const reinstated = (): Letter =>
  letter({
    subject: 'Your Herenow account is open again',
    title: 'Welcome back',
    paragraphs: ['Your account is no longer suspended. You can log in as before.'],
    after: [],
  });

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const moment = (at: Date) => `${FORMAT.format(at)} UTC`;
