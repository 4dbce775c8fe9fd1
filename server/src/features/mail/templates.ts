import { CODE_MINUTES, CONTACT_EMAIL } from '@herenow/contract/constants';
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

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const moment = (at: Date) => `${FORMAT.format(at)} UTC`;
