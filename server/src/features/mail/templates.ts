import { CODE_MINUTES, CONTACT_EMAIL } from '@herenow/contract/constants';
import { moment, quoted, type Letter } from './letter.ts';

const NOT_YOU = `If it wasn’t, reset your password right away with “Forgot password?” and write to ${CONTACT_EMAIL}.`;
const WAS_IT_YOU = ['If this was you, there’s nothing you need to do.', NOT_YOU];
const NOT_ASKED = 'If you didn’t ask for this, ignore this email and your password stays as it is.';

/** A code to verify an email address. */
export const verification = ({ code }: { code: string }): Letter => ({
  subject: `${code} is your Herenow code`,
  title: 'Verify your email',
  paragraphs: ['Enter this code to finish your registration and start browsing.'],
  code,
  after: [
    `The code works once, for ${CODE_MINUTES} minutes.`,
    'If you didn’t sign up, someone probably mistyped their address. You can ignore this email.',
  ],
});

/** A code to set a new password. */
export const reset = ({ code }: { code: string }): Letter => ({
  subject: `${code} is your Herenow password reset code`,
  title: 'Reset your password',
  paragraphs: ['Enter this code together with your new password.'],
  code,
  after: [
    `The code works once, for ${CODE_MINUTES} minutes. Setting a new password signs you out everywhere.`,
    NOT_ASKED,
  ],
});

/** Instead of a code, after so many requests or tries that somebody may be guessing codes. */
export const resetLink = ({ url }: { url: string }): Letter => ({
  subject: 'Reset your Herenow password',
  title: 'Reset your password',
  paragraphs: [
    'Many reset codes were asked for or tried in the last day. This link works without a code and can’t be guessed.',
  ],
  link: { text: 'Open it on the device where you want to log in.', label: 'Set a new password', url },
  after: [
    `The link works once, for ${CODE_MINUTES} minutes. Setting a new password signs you out everywhere.`,
    NOT_ASKED,
  ],
});

export const passwordChanged = ({ at }: { at: Date }): Letter => ({
  subject: 'Your Herenow password was changed',
  title: 'Your password was changed',
  paragraphs: [
    `The password for your account was changed on ${moment(at)}. Your other devices were signed out.`,
  ],
  after: WAS_IT_YOU,
});

export const newDevice = ({ device, at }: { device: string; at: Date }): Letter => ({
  subject: 'New sign-in to your Herenow account',
  title: 'New sign-in',
  paragraphs: [`Someone signed in to your account with ${device} on ${moment(at)}.`],
  after: [
    'If this was you, there’s nothing you need to do.',
    'If it wasn’t, reset your password right away with “Forgot password?”. That signs out every device.',
  ],
});

/** A copy of all data is ready. The user is told because someone with a stolen session could have requested it. */
export const copyReady = ({ until, url }: { until: Date; url: string }): Letter => ({
  subject: 'The copy of your Herenow data is ready',
  title: 'Your copy is ready',
  paragraphs: [`You can download the copy of your data in your settings until ${moment(until)}.`],
  link: { text: 'You’ll find it here once you’re logged in.', label: 'Your Data', url },
  after: [
    'If you didn’t ask for it, someone else is signed in to your account. Reset your password right away with “Forgot password?”. That signs out every device.',
  ],
});

/** The account is deleted. The user is told because someone with a stolen session could have done it. */
export const accountGone = ({ at, suspended }: { at: Date; suspended: boolean }): Letter => ({
  subject: 'Your Herenow account was deleted',
  title: 'Your account was deleted',
  paragraphs: [
    `Your account was deleted on ${moment(at)}, with your photos, pins and chats. This is the last email about it.`,
  ],
  after: [
    `If that was you, there’s nothing you need to do. ${suspended ? 'The suspension stays for this email address.' : 'You can come back with a new account any time.'}`,
    `If it wasn’t, someone was signed in as you. What was deleted can’t be brought back. Please write to ${CONTACT_EMAIL}, and change your password wherever you used the same one.`,
  ],
});

/** A code to set up two-step sign-in. */
export const secondFactorCode = ({ code }: { code: string }): Letter => ({
  subject: `${code} is your Herenow code for two-step sign-in`,
  title: 'Set up two-step sign-in',
  paragraphs: ['Enter this code in your settings to go on.'],
  code,
  after: [
    `The code works for ${CODE_MINUTES} minutes. Never pass it on: whoever has it and your password can lock you out.`,
    'If you didn’t ask for it, someone who knows your password is signed in to your account. Reset your password right away with “Forgot password?”. That signs out every device.',
  ],
});

export const secondFactorOn = ({ at }: { at: Date }): Letter => ({
  subject: 'Two-step sign-in is on',
  title: 'Two-step sign-in is on',
  paragraphs: [
    `Since ${moment(at)}, logging in to your Herenow account also takes a code from your authenticator app. Your other devices were signed out.`,
    'Keep your recovery codes somewhere you can find them without your phone.',
  ],
  after: WAS_IT_YOU,
});

export const secondFactorOff = ({ at }: { at: Date }): Letter => ({
  subject: 'Two-step sign-in is off',
  title: 'Two-step sign-in is off',
  paragraphs: [`Since ${moment(at)}, your password alone is enough to log in to your Herenow account.`],
  after: WAS_IT_YOU,
});

/** The people who run the server have removed the second factor. */
export const secondFactorReset = ({ at }: { at: Date }): Letter => ({
  subject: 'Two-step sign-in was taken off your account',
  title: 'Two-step sign-in is off',
  paragraphs: [
    `Someone on our team took two-step sign-in off your Herenow account, noted on ${moment(at)}. Your password alone is enough to log in until you set it up again in your settings.`,
  ],
  after: [
    'If you asked us to, there’s nothing you need to do.',
    `If you didn’t, reset your password right away with “Forgot password?” and write to ${CONTACT_EMAIL}.`,
  ],
});

/** Its name is chosen by whoever made it. */
const passkeyCalled = (name: string): string => {
  const told = quoted(name);
  return told ? `The passkey ${told}` : 'A passkey';
};

export const passkeyAdded = ({ name, at }: { name: string; at: Date }): Letter => ({
  subject: 'A passkey was added to your Herenow account',
  title: 'New passkey',
  paragraphs: [
    `${passkeyCalled(name)} was added on ${moment(at)}. With your password, it opens your account in place of a code.`,
  ],
  after: [
    ...WAS_IT_YOU,
    'The passkey stays when you reset your password. You can remove it in your settings, under Two-Step Sign-In.',
  ],
});

export const passkeyRemoved = ({ name, at }: { name: string; at: Date }): Letter => ({
  subject: 'A passkey was removed from your Herenow account',
  title: 'A passkey was removed',
  paragraphs: [`${passkeyCalled(name)} was removed on ${moment(at)}. It no longer opens your account.`],
  after: WAS_IT_YOU,
});

export const recoveryCodeUsed = ({ at, left }: { at: Date; left: number }): Letter => ({
  subject: 'A recovery code for your Herenow account was used',
  title: 'A recovery code was used',
  paragraphs: [
    `A recovery code was used instead of your authenticator app on ${moment(at)}.`,
    left === 0
      ? 'It was your last one. You can make new ones in your settings.'
      : `Recovery codes left: ${left}.`,
  ],
  after: WAS_IT_YOU,
});

export const recoveryCodesRenewed = ({ at }: { at: Date }): Letter => ({
  subject: 'Your Herenow account has new recovery codes',
  title: 'New recovery codes',
  paragraphs: [`New recovery codes were made on ${moment(at)}. The old ones no longer work.`],
  after: [
    ...WAS_IT_YOU,
    'The codes stay when you reset your password. You can make new ones in your settings, under Two-Step Sign-In.',
  ],
});

export const factorCodesTried = ({ at }: { at: Date }): Letter => ({
  subject: 'Someone knows your Herenow password',
  title: 'Someone knows your password',
  paragraphs: [
    `Someone entered your password and then many wrong codes, the last on ${moment(at)}. Two-step sign-in has kept them out.`,
    'Please reset your password with “Forgot password?”. Until then, devices that are new to your account can only log in with a recovery code or a passkey.',
  ],
  after: ['If this was you, wait a while, or use a recovery code.'],
});

export const news = (told: { subject: string; paragraphs: string[]; link: string }): Letter => ({
  subject: told.subject,
  title: told.subject,
  paragraphs: told.paragraphs,
  link: {
    text: 'You’re getting this because News and updates is on in your settings.',
    label: 'Unsubscribe',
    url: told.link,
    small: true,
  },
});
