import * as z from 'zod/mini';
import { maybe } from './optional.ts';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { SESSIONS_MAX } from './constants.ts';
import { id, listOf, pointInput, textField, timestamp } from './entities.ts';
import {
  codeProblem,
  emailProblem,
  knownEmailProblem,
  passwordProblem,
  resetPasswordProblem,
} from './rules.ts';
import * as refusals from './refusals.ts';
import { assertion } from './webauthn.ts';

const appSource = maybe(z.string().check(z.maxLength(40)));
const filled = (text: string) => textField(text, (value) => (value === '' ? text : undefined));
export const currentPassword = filled(refusals.currentPasswordRequired.text);
export const sixDigits = textField(refusals.codeIncomplete.text, codeProblem);
const LINK = /^[\w-]{100,1000}$/;
/** Six digits, or what a link in a mail carries instead. */
const codeOrLink = textField(refusals.codeIncomplete.text, (value) =>
  LINK.test(value) ? undefined : codeProblem(value),
);

/** A proof of work, as altcha defines it: a puzzle that takes a second to compute. */
export const challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.int(),
  }),
  signature: z.string(),
});
export type Challenge = z.output<typeof challenge>;

const proofOfWork = z.object({
  challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string().check(z.maxLength(200)) }),
});
export type Proof = z.output<typeof proofOfWork>;

/** What a sign-in begins with. */
export const credentials = {
  email: filled(refusals.loginFields.text),
  password: filled(refusals.loginFields.text),
};

/** The key of this device, from the header `device-key` of a sign-in. */
const device = maybe(z.string().check(z.maxLength(200)));

/** What a client without a session may also send; clients that do not know it wait a minute instead. */
export const comer = {
  /** A 429 asks for one when there are too many requests. */
  proof: maybe(proofOfWork),
  device,
};

/**
 * The response header, of a sign-in, the verification of the email and a change of the password, with the key that the
 * device keeps; absent while the email is not verified.
 */
export const DEVICE_KEY_HEADER = 'device-key';
/** The response header of a sign-in with the token of a decision that no earlier sign-in has reported to the user. */
export const DECISION_HEADER = 'decision';

export const getChallenge = call({
  method: 'GET',
  path: '/user/challenge',
  auth: 'none',
  bound: { rate: 'visitor' },
  summary:
    'A proof of work to do, for calls without a token that answer 429; it counts once, within five minutes.',
  answer: challenge,
});

export const createUser = call({
  method: 'POST',
  path: '/user/create',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary: 'Creates an account. The username is the part of the email before the @ unless given.',
  body: z.object({
    email: textField(refusals.emailRequired.text, emailProblem),
    password: textField(refusals.passwordRequired.text, passwordProblem),
    username: maybe(z.string().check(z.maxLength(254))),
    location: pointInput,
    appSource,
    ...comer,
  }),
  answer: 'nothing',
  refusals: [refusals.duplicateEmail, refusals.passwordCommon],
});

export const login = call({
  method: 'POST',
  path: '/login',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary: 'Opens a session and answers an access token.',
  body: z.object({
    ...credentials,
    /** From the authenticator app, or a recovery code: required of users with two-step sign-in. */
    code: maybe(z.string().check(z.maxLength(40))),
    /** The response of one of the user's passkeys, in place of the code. */
    passkey: maybe(assertion),
    appSource,
    ...comer,
  }),
  answer: 'text',
  headers: {
    [DEVICE_KEY_HEADER]: 'The key of this device for its next sign-ins, once the email is verified.',
    [DECISION_HEADER]: 'The token of a moderation decision that no earlier sign-in has told of.',
  },
  refusals: [
    refusals.loginWrong,
    refusals.suspended,
    refusals.suspendedAppeal,
    refusals.suspendedAppealUntil,
    refusals.suspendedWhy,
    refusals.suspendedUntil,
    refusals.factorCodeRequired,
    refusals.factorOrPasskeyRequired,
    refusals.passkeyWrong,
  ],
});

export const refreshToken = call({
  method: 'POST',
  path: '/refreshToken',
  auth: 'none',
  bound: { rate: 'refresh', body: BODY.small },
  summary: 'Takes an expired but genuine token of a live session and answers the next one.',
  body: z.object({ accessToken: filled(refusals.tokenRequired.text), userId: id, appSource }),
  answer: 'text',
  refusals: [refusals.signInAgain, refusals.notYours],
});

export const validateToken = call({
  method: 'GET',
  path: '/api/validateToken',
  bound: { rate: 'validate' },
  summary: 'Answers 200 while the bearer token is valid.',
  answer: 'nothing',
});

export const logout = call({
  method: 'POST',
  path: '/api/logout',
  bound: { rate: 'sessions', kept: true },
  summary: 'Ends the session of the token and closes its sockets.',
  answer: 'nothing',
});

export const session = z.object({
  id,
  created: timestamp,
  lastUsedAt: timestamp,
  appSource: z.string(),
  device: z.string(),
  current: z.boolean(),
  /** Whether an address of this session gets pushes. */
  pushes: z.boolean(),
});
export type Session = z.output<typeof session>;

export const listSessions = call({
  method: 'GET',
  path: '/api/sessions',
  bound: { rate: 'sessions' },
  summary: 'The places where one is signed in, latest first.',
  answer: listOf(session, SESSIONS_MAX),
});

export const revokeSession = call({
  method: 'DELETE',
  path: '/api/sessions/:sessionId',
  bound: { rate: 'sessions', kept: true },
  summary: 'Ends one of one’s own sessions and closes its sockets.',
  answer: 'nothing',
  missing: refusals.sessionNotFound,
});

export const sendVerificationCode = call({
  method: 'POST',
  path: '/api/email/send-verification-code',
  bound: { rate: 'account', body: BODY.small },
  summary: 'Mails a new verification code to one’s own address, at most every 60 seconds.',
  body: z.object({ userId: id, email: maybe(z.string()) }),
  answer: 'nothing',
  actsAs: ['userId'],
  refusals: [refusals.alreadyVerified, refusals.stepTooEarly, refusals.resendTooSoon],
});

export const verifyCode = call({
  method: 'POST',
  path: '/api/email/verify-code',
  bound: { rate: 'account', body: BODY.small },
  summary: 'Verifies the email with the mailed code and finishes the registration.',
  body: z.object({ userId: id, email: maybe(z.string()), code: sixDigits }),
  answer: 'nothing',
  headers: { [DEVICE_KEY_HEADER]: 'The key of this device for its next sign-ins.' },
  actsAs: ['userId'],
  refusals: [refusals.verificationFailed, refusals.suspended],
});

export const forgotPassword = call({
  method: 'POST',
  path: '/user/forgot-password',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary:
    'Mails a reset code, or a link where many were asked for, if the address is known; answers the same either way.',
  body: z.object({
    email: textField(refusals.resetEmailRequired.text, knownEmailProblem),
    ...comer,
  }),
  answer: 'nothing',
});

export const resetPassword = call({
  method: 'POST',
  path: '/user/forgot-password/reset',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary:
    'Sets a new password with a reset code, or with what a mailed link carries, and ends all sessions.',
  body: z.object({
    code: codeOrLink,
    password: textField(refusals.resetPasswordShort.text, resetPasswordProblem),
    email: maybe(z.string()),
    ...comer,
  }),
  answer: 'nothing',
  refusals: [refusals.resetFailed],
});

export const updatePassword = call({
  method: 'POST',
  path: '/api/user/update/password',
  bound: { rate: 'sessions', body: BODY.small },
  summary: 'Changes the password and ends all other sessions.',
  body: z.object({
    userId: id,
    username: maybe(z.string()),
    oldPassword: currentPassword,
    newPassword: textField(refusals.passwordRequired.text, passwordProblem),
    device,
  }),
  answer: 'nothing',
  headers: { [DEVICE_KEY_HEADER]: 'The next key of this device, if the one in the request made it known.' },
  actsAs: ['userId'],
  refusals: [refusals.samePassword, refusals.passwordCommon, refusals.wrongOldPassword],
});

export const deleteUser = call({
  method: 'DELETE',
  path: '/api/user/:id',
  bound: { rate: 'account' },
  summary:
    'Deletes one’s own account and everything with it; not that of an operator, whom the log has to name.',
  answer: 'nothing',
  actsAs: ['id'],
  refusals: [refusals.operatorLeaves],
});
