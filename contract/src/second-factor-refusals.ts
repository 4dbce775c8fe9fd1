import { PASSKEY_NAME_MAX, PASSKEYS } from './constants.ts';
import { refusal } from './refusal.ts';

export const factorCodeRequired = refusal(
  'factor-code-required',
  403,
  'Enter the code of your authenticator app.',
);
export const factorCodesSpent = refusal(
  'factor-codes-spent',
  429,
  'Too many wrong codes. Please wait {wait}, or use a recovery code.',
);
export const factorCodeWrong = refusal(
  'factor-code-wrong',
  400,
  'This code is not right. Please enter the one that the app shows now.',
);
export const passwordWrong = refusal('password-wrong', 403, 'This password is not right.');
export const secondFactorOn = refusal('second-factor-on', 409, 'Two-step sign-in is on already.');
export const secondFactorOff = refusal('second-factor-off', 409, 'Two-step sign-in is off.');
export const secondFactorNotBegun = refusal(
  'second-factor-not-begun',
  409,
  'This took too long. Please begin again.',
);
export const secondFactorNeeded = refusal(
  'second-factor-needed',
  403,
  'The desk is open to operators with two-step sign-in alone. Please set it up first.',
);

/** The same sentence as without a passkey; clients that support passkeys recognise the code and offer them. */
export const factorOrPasskeyRequired = refusal(
  'factor-or-passkey-required',
  403,
  'Enter the code of your authenticator app.',
);
export const passkeyWrong = refusal(
  'passkey-wrong',
  403,
  'This passkey did not work. Please try again, or enter a code.',
);
export const passkeyNone = refusal('passkey-none', 409, 'No passkey has been added to this account.');
export const passkeyName = refusal(
  'passkey-name',
  400,
  `Please give the passkey a name of 1 to ${PASSKEY_NAME_MAX} visible characters.`,
);
export const passkeyRefused = refusal(
  'passkey-refused',
  400,
  'This passkey could not be added. Please try again.',
);
export const passkeyKnown = refusal('passkey-known', 409, 'This passkey has been added already.');
export const passkeysFull = refusal(
  'passkeys-full',
  409,
  `More than ${PASSKEYS} passkeys are not possible. Please remove one first.`,
);
export const passkeyNotFound = refusal('passkey-not-found', 404, 'There is no such passkey.');
