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
  'That code isn’t right. Please enter the one your app shows now.',
);
export const passwordWrong = refusal('password-wrong', 403, 'That password isn’t right.');
export const secondFactorOn = refusal('second-factor-on', 409, 'Two-step sign-in is already on.');
export const secondFactorOff = refusal('second-factor-off', 409, 'Two-step sign-in is off.');
export const secondFactorNotBegun = refusal(
  'second-factor-not-begun',
  409,
  'That took too long. Please start again.',
);
export const secondFactorNeeded = refusal(
  'second-factor-needed',
  403,
  'The desk is only open to operators with two-step sign-in. Please set it up first.',
);

/** The same sentence as without passkeys; clients that support them recognise the code and offer them. */
export const factorOrPasskeyRequired = refusal(
  'factor-or-passkey-required',
  403,
  'Enter the code of your authenticator app.',
);
export const passkeyWrong = refusal(
  'passkey-wrong',
  403,
  'That passkey didn’t work. Please try again, or enter a code.',
);
export const passkeyNone = refusal('passkey-none', 409, 'This account has no passkeys.');
export const passkeyName = refusal(
  'passkey-name',
  400,
  `Please give the passkey a name of up to ${PASSKEY_NAME_MAX} visible characters.`,
);
export const passkeyRefused = refusal(
  'passkey-refused',
  400,
  'We couldn’t add this passkey. Please try again.',
);
export const passkeyKnown = refusal('passkey-known', 409, 'This passkey has already been added.');
export const passkeysFull = refusal(
  'passkeys-full',
  409,
  `You can have up to ${PASSKEYS} passkeys. Please remove one first.`,
);
export const passkeyNotFound = refusal('passkey-not-found', 404, 'Passkey not found');
