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
