import * as refusals from '@herenow/contract/refusals';
import type { Role } from './authorisation-cast.ts';

/** The expected status: of a refusal with its text, of a success with what the row's `look` returns. */
export type Expected = Record<Role, string>;

export const OK = '200';
export const SIGN_IN = `401 ${refusals.signInAgain.text}`;
export const NOT_YOURS = `403 ${refusals.notYours.text}`;
export const NO_USER = `404 ${refusals.userNotFound.text}`;
export const NO_CHAT = `400 ${refusals.chatNotFound.text}`;
export const NO_CHAT_404 = `404 ${refusals.noSuchChat.text}`;
export const PINNED = `409 ${refusals.alreadyPinned.text}`;
export const NOT_PINNED = `403 ${refusals.notYoursToAnswer.text}`;
export const ANSWERED = `409 ${refusals.alreadyAnswered.text}`;
export const SUSPENDED = '403 This account is suspended. If you think this is a mistake, please write to us.';

/** Expects 401 for every role without a living session; the arguments are in the order of the table's columns. */
export function live(
  owner: string,
  partner: string,
  pending: string,
  stranger: string,
  blocked: string,
  blocker: string,
): Expected {
  const out = { visitor: SIGN_IN, expired: SIGN_IN, signedOut: SIGN_IN, suspended: SIGN_IN };
  return { owner, partner, pending, stranger, blocked, blocker, ...out };
}

/** Expects the same for every signed-in role. */
export const everyone = (answer: string): Expected => live(answer, answer, answer, answer, answer, answer);

export const ownerOnly = (answer: string): Expected =>
  live(answer, NOT_YOURS, NOT_YOURS, NOT_YOURS, NOT_YOURS, NOT_YOURS);

/** Expects the same whoever the caller is: calls without a session depend on their input only. */
export const anybody = (answer: string, others: Partial<Expected> = {}): Expected => ({
  ...everyone(answer),
  visitor: answer,
  expired: answer,
  signedOut: answer,
  suspended: answer,
  ...others,
});
