import { CODE_MINUTES, CONTACT_EMAIL } from '@herenow/contract/constants';
import { moment, type Letter } from './letter.ts';

const NOT_YOU = `If it was not, reset your password right away with “Forgot password?” and write to ${CONTACT_EMAIL}.`;
const WAS_IT_YOU = ['If that was you, there is nothing to do.', NOT_YOU];
const NOT_ASKED = 'If you did not ask for it, ignore this mail and your password stays as it is.';

/** A code to verify an email address. */
export const verification = ({ code }: { code: string }): Letter => ({
  subject: `${code} is your Herenow code`,
  title: 'Verify your email',
  paragraphs: ['Enter this code to finish your registration and start browsing.'],
  code,
  after: [
    `The code works once and for ${CODE_MINUTES} minutes.`,
    'If you did not register, somebody mistyped their address. You can ignore this mail.',
  ],
});

/** A code to set a new password. */
export const reset = ({ code }: { code: string }): Letter => ({
  subject: `${code} is your Herenow password reset code`,
  title: 'Reset your password',
  paragraphs: ['Enter this code together with your new password.'],
  code,
  after: [
    `The code works once and for ${CODE_MINUTES} minutes. Setting a new password signs you out everywhere.`,
    NOT_ASKED,
  ],
});

/** Instead of a code, where so many were asked for that somebody may be guessing them. */
export const resetLink = ({ url }: { url: string }): Letter => ({
  subject: 'Reset your Herenow password',
  title: 'Reset your password',
  paragraphs: [
    'Many codes were asked for in the last day. This link does without one and cannot be guessed.',
  ],
  link: { text: 'Open it on the device where you want to sign in.', label: 'Set a new password', url },
  after: [
    `The link works once and for ${CODE_MINUTES} minutes. Setting a new password signs you out everywhere.`,
    NOT_ASKED,
  ],
});

export const passwordChanged = ({ at }: { at: Date }): Letter => ({
  subject: 'Your Herenow password was changed',
  title: 'Your password was changed',
  paragraphs: [
    `The password of your account was changed on ${moment(at)}. Your other devices were signed out.`,
  ],
  after: WAS_IT_YOU,
});

/** A sign-in from a device that the account does not know. */
export const newDevice = ({ device, at }: { device: string; at: Date }): Letter => ({
  subject: 'New sign-in to your Herenow account',
  title: 'New sign-in',
  paragraphs: [`Somebody signed in to your account with ${device} on ${moment(at)}.`],
  after: [
    'If that was you, there is nothing to do.',
    'If it was not, reset your password right away with “Forgot password?”: that signs out every device.',
  ],
});

/** A copy of all data is ready; whoever holds a stolen session could have asked for it. */
export const copyReady = ({ until, url }: { until: Date; url: string }): Letter => ({
  subject: 'The copy of your Herenow data is ready',
  title: 'Your copy is ready',
  paragraphs: [
    `The copy of your data that was asked for can be downloaded in the settings until ${moment(until)}.`,
  ],
  link: { text: 'You find it there, once you are signed in.', label: 'Your Data', url },
  after: [
    'If you did not ask for it, somebody else is signed in to your account: reset your password right away with “Forgot password?”, which signs out every device.',
  ],
});

/** Whoever holds a stolen session could have deleted the account. */
export const accountGone = ({ at }: { at: Date }): Letter => ({
  subject: 'Your Herenow account was deleted',
  title: 'Your account was deleted',
  paragraphs: [
    `Your account was deleted in the settings on ${moment(at)}, with your photos, pins and chats. This is the last mail about it.`,
  ],
  after: [
    'If that was you, there is nothing to do. You can come back with a new account whenever you like.',
    `If it was not, somebody was signed in as you. What was deleted cannot be brought back; write to ${CONTACT_EMAIL}, and use another password where you had the same.`,
  ],
});

export const secondFactorOn = ({ at }: { at: Date }): Letter => ({
  subject: 'Two-step sign-in is on',
  title: 'Two-step sign-in is on',
  paragraphs: [
    `Since ${moment(at)} signing in to your Herenow account takes a code of your authenticator app, too. Your other devices were signed out.`,
    'Keep your recovery codes where you find them without your phone.',
  ],
  after: WAS_IT_YOU,
});

export const secondFactorOff = ({ at }: { at: Date }): Letter => ({
  subject: 'Two-step sign-in is off',
  title: 'Two-step sign-in is off',
  paragraphs: [`Since ${moment(at)} your password alone opens your Herenow account.`],
  after: WAS_IT_YOU,
});

/** The people who run the server have removed the second factor. */
export const secondFactorReset = ({ at }: { at: Date }): Letter => ({
  subject: 'Two-step sign-in was taken off your account',
  title: 'Two-step sign-in is off',
  paragraphs: [
    `Somebody of us has taken two-step sign-in off your Herenow account, noted on ${moment(at)}. Your password alone opens it until you set it up again in the settings.`,
  ],
  after: ['If you asked us to, there is nothing to do.', NOT_YOU],
});

export const passkeyAdded = ({ name, at }: { name: string; at: Date }): Letter => ({
  subject: 'A passkey was added to your Herenow account',
  title: 'New passkey',
  paragraphs: [
    `The passkey “${name}” was added on ${moment(at)}. Beside your password it opens your account in place of a code.`,
  ],
  after: WAS_IT_YOU,
});

export const passkeyRemoved = ({ name, at }: { name: string; at: Date }): Letter => ({
  subject: 'A passkey of your Herenow account was removed',
  title: 'A passkey was removed',
  paragraphs: [`The passkey “${name}” was removed on ${moment(at)}. It opens your account no more.`],
  after: WAS_IT_YOU,
});

export const recoveryCodeUsed = ({ at, left }: { at: Date; left: number }): Letter => ({
  subject: 'A recovery code of your Herenow account was used',
  title: 'A recovery code was used',
  paragraphs: [
    `A recovery code took the place of your authenticator app on ${moment(at)}.`,
    left === 0
      ? 'It was the last one. You can make new ones in the settings.'
      : `Codes that are left: ${left}.`,
  ],
  after: WAS_IT_YOU,
});

export const recoveryCodesRenewed = ({ at }: { at: Date }): Letter => ({
  subject: 'Your Herenow account has new recovery codes',
  title: 'New recovery codes',
  paragraphs: [`New recovery codes were made on ${moment(at)}. The old ones are worth nothing any more.`],
  after: WAS_IT_YOU,
});

/** A person who knows the password has tried many codes. */
export const factorCodesTried = ({ at }: { at: Date }): Letter => ({
  subject: 'Somebody knows your Herenow password',
  title: 'Somebody knows your password',
  paragraphs: [
    `Somebody entered your password and then many wrong codes, the last on ${moment(at)}. Two-step sign-in has kept them out.`,
    'Please reset your password with “Forgot password?”. Until then, devices that are new to your account sign in with a recovery code only.',
  ],
  after: ['If that was you, wait a while, or use a recovery code.'],
});

export const news = (told: { subject: string; paragraphs: string[]; link: string }): Letter => ({
  subject: told.subject,
  title: told.subject,
  paragraphs: told.paragraphs,
  link: {
    text: 'You get this because News and updates is on in your settings.',
    label: 'Send me no news',
    url: told.link,
    small: true,
  },
});
