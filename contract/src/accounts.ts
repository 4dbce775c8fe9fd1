import * as z from 'zod/mini';
import { call } from './call.ts';
import { LIST_MAX } from './constants.ts';
import { id, listOf, point, textField, timestamp } from './entities.ts';
import { codeProblem, emailProblem, passwordProblem, resetPasswordProblem, TEXT } from './rules.ts';

const appSource = z.optional(z.string().check(z.maxLength(40)));
const filled = (text: string) => textField(text, (value) => (value === '' ? text : undefined));
const code = textField(TEXT.codeIncomplete, codeProblem);

export const createUser = call({
  method: 'POST',
  path: '/user/create',
  auth: 'none',
  summary: 'Creates an account. The username is the part of the email before the @ unless given.',
  body: z.object({
    email: textField(TEXT.emailRequired, emailProblem),
    password: textField(TEXT.passwordRequired, passwordProblem),
    username: z.optional(z.string().check(z.maxLength(254))),
    location: point,
    appSource,
  }),
  answer: 'nothing',
  errors: { 400: TEXT.duplicateEmail },
});

export const login = call({
  method: 'POST',
  path: '/login',
  auth: 'none',
  summary: 'Opens a session and answers an access token.',
  body: z.object({ email: filled(TEXT.loginFields), password: filled(TEXT.loginFields), appSource }),
  answer: 'text',
  errors: { 401: TEXT.loginWrong, 403: TEXT.suspended },
});

export const refreshToken = call({
  method: 'POST',
  path: '/refreshToken',
  auth: 'none',
  summary: 'Takes an expired but genuine token of a live session and answers the next one.',
  body: z.object({ accessToken: filled(TEXT.signInAgain), userId: id, appSource }),
  answer: 'text',
  errors: { 401: TEXT.signInAgain, 403: TEXT.notYours },
});

export const validateToken = call({
  method: 'GET',
  path: '/api/validateToken',
  auth: 'user',
  summary: 'Answers 200 while the bearer token is valid.',
  answer: 'nothing',
});

export const logout = call({
  method: 'POST',
  path: '/api/logout',
  auth: 'user',
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
});
export type Session = z.output<typeof session>;

export const listSessions = call({
  method: 'GET',
  path: '/api/sessions',
  auth: 'user',
  summary: 'The places where one is signed in, latest first.',
  answer: listOf(session, LIST_MAX),
});

export const revokeSession = call({
  method: 'DELETE',
  path: '/api/sessions/:sessionId',
  auth: 'user',
  summary: 'Ends one of one’s own sessions and closes its sockets.',
  answer: 'nothing',
  errors: { 404: TEXT.sessionNotFound },
});

export const sendVerificationCode = call({
  method: 'POST',
  path: '/api/email/send-verification-code',
  auth: 'user',
  summary: 'Mails a new verification code to one’s own address, at most every 60 seconds.',
  body: z.object({ userId: id, email: z.optional(z.string()) }),
  answer: 'nothing',
  actsAs: ['userId'],
  errors: { 400: TEXT.alreadyVerified, 429: TEXT.resendTooSoon },
});

export const verifyCode = call({
  method: 'POST',
  path: '/api/email/verify-code',
  auth: 'user',
  summary: 'Verifies the email with the mailed code and finishes the registration.',
  body: z.object({ userId: id, email: z.optional(z.string()), code }),
  answer: 'nothing',
  actsAs: ['userId'],
  errors: { 400: TEXT.verificationFailed },
});

export const forgotPassword = call({
  method: 'POST',
  path: '/user/forgot-password',
  auth: 'none',
  summary: 'Mails a reset code if the address is known; answers the same either way.',
  body: z.object({
    email: textField(TEXT.resetEmailRequired, (value) =>
      value.trim() === '' ? TEXT.resetEmailRequired : emailProblem(value),
    ),
  }),
  answer: 'nothing',
});

export const resetPassword = call({
  method: 'POST',
  path: '/user/forgot-password/reset',
  auth: 'none',
  summary: 'Sets a new password with a reset code and ends all sessions.',
  body: z.object({
    code,
    password: textField(TEXT.resetPasswordShort, resetPasswordProblem),
    email: z.optional(z.string()),
  }),
  answer: 'nothing',
  errors: { 400: TEXT.resetFailed },
});

export const updatePassword = call({
  method: 'POST',
  path: '/api/user/update/password',
  auth: 'user',
  summary: 'Changes the password and ends all other sessions.',
  body: z.object({
    userId: id,
    username: z.optional(z.string()),
    oldPassword: filled(TEXT.currentPasswordRequired),
    newPassword: textField(TEXT.passwordRequired, passwordProblem),
  }),
  answer: 'nothing',
  actsAs: ['userId'],
  errors: { 400: TEXT.samePassword, 403: TEXT.wrongOldPassword },
});

export const deleteUser = call({
  method: 'DELETE',
  path: '/api/user/:id',
  auth: 'user',
  summary: 'Deletes one’s own account and everything with it.',
  answer: 'nothing',
  actsAs: ['id'],
});
