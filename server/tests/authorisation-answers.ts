import * as refusals from '@herenow/contract/refusals';
import type { Role } from './authorisation-cast.ts';

/** A status and, of a refusal, its text; of a success what the row looks at. */
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
export const SUSPENDED = '403 This account is suspended. Please write to us if you think that is a mistake.';

/** Without a living session nobody gets further than 401. In the order of the columns of the table. */
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

/** The same for everybody who is signed in. */
export const everyone = (answer: string): Expected => live(answer, answer, answer, answer, answer, answer);

/** For oneself alone. */
export const ownerOnly = (answer: string): Expected =>
  live(answer, NOT_YOURS, NOT_YOURS, NOT_YOURS, NOT_YOURS, NOT_YOURS);

/** Calls without a session answer by what they are given, not by who asks. */
export const anybody = (answer: string, others: Partial<Expected> = {}): Expected => ({
  ...everyone(answer),
  visitor: answer,
  expired: answer,
  signedOut: answer,
  suspended: answer,
  ...others,
});
