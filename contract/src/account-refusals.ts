import { refusal } from './refusal.ts';

// Accounts
export const emailRequired = refusal('email-required', 400, 'Email is required');
export const emailInvalid = refusal('email-invalid', 400, 'Please enter a valid email address');
export const duplicateEmail = refusal('duplicate-email', 400, 'User with same email already exists.');
export const passwordRequired = refusal('password-required', 400, 'Password is required');
export const passwordShort = refusal('password-short', 400, 'Password must be at least 8 characters long');
export const passwordLong = refusal('password-long', 400, 'Password can have up to 200 characters');
export const passwordCommon = refusal(
  'password-common',
  400,
  'This password is too common. Please choose another one.',
);
export const passwordUpper = refusal(
  'password-upper',
  400,
  'Password must contain at least 1 uppercase letter',
);
export const passwordLower = refusal(
  'password-lower',
  400,
  'Password must contain at least 1 lowercase letter',
);
export const passwordNumber = refusal('password-number', 400, 'Password must contain at least 1 number');
export const loginFields = refusal('login-fields', 400, 'Please fill in all fields');
export const loginWrong = refusal('login-wrong', 401, 'Email or password incorrect');
export const suspended = refusal(
  'suspended',
  403,
  'This account is suspended. If you think this is a mistake, please write to us.',
);
export const suspendedAppeal = refusal(
  'suspended-appeal',
  403,
  'This account is suspended. If you think this is a mistake, appeal here: {link}',
);
export const suspendedAppealUntil = refusal(
  'suspended-appeal-until',
  403,
  'This account is suspended until {until}. If you think this is a mistake, appeal here: {link}',
);
export const suspendedWhy = refusal(
  'suspended-why',
  403,
  'This account is suspended: {why}. If you think this is a mistake, appeal here: {link}',
);
export const suspendedUntil = refusal(
  'suspended-until',
  403,
  'This account is suspended until {until}: {why}. If you think this is a mistake, appeal here: {link}',
);
export const signInBusy = refusal(
  'sign-in-busy',
  503,
  'Many people are signing in right now. Please try again in a few seconds.',
);
export const tokenRequired = refusal('token-required', 400, 'Please log in again.');
export const sessionNotFound = refusal('session-not-found', 404, 'Session not found');
export const codeIncomplete = refusal('code-incomplete', 400, 'Please enter all 6 digits');
export const resendTooSoon = refusal(
  'resend-too-soon',
  429,
  'Please wait {wait} before asking for another code.',
);
export const alreadyVerified = refusal('already-verified', 400, 'Your email address is already verified.');
export const verificationFailed = refusal(
  'verification-failed',
  400,
  'Email verification failed. Please check the code, or ask for a new one.',
);
export const resetEmailRequired = refusal('reset-email-required', 400, 'Please enter your email address');
export const resetPasswordShort = refusal(
  'reset-password-short',
  400,
  'Password must be at least 6 characters long',
);
export const resetFailed = refusal('reset-failed', 400, 'Invalid code or password reset failed');
export const currentPasswordRequired = refusal(
  'current-password-required',
  400,
  'Please enter your current password',
);
export const samePassword = refusal(
  'same-password',
  400,
  'New password must be different from current password',
);
export const wrongOldPassword = refusal('wrong-old-password', 403, 'Old password is incorrect');
