import {
  CODE_LENGTH,
  DATE_IDEAS,
  EMAIL_MAX,
  MAX_AGE,
  MAX_DATE_IDEAS,
  MESSAGE_MAX,
  MIN_AGE,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  RESET_PASSWORD_MIN,
} from './constants.ts';

/** A rule answers the text that tells a person what is wrong, or undefined when the value is fine. */
type Problem = string | undefined;

export const TEXT = {
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  loginFields: 'Please fill in all fields',
  tooYoung: 'You must be 18 years or older to use this app',
  tooYoungShort: 'You must be 18 years or older',
  resetEmailRequired: 'Please enter your email address',
  codeIncomplete: 'Please enter all 6 digits',
  resetPasswordShort: 'Password must be at least 6 characters long',
  passwordsDiffer: 'Passwords do not match',
  newPasswordsDiffer: 'New passwords do not match',
  currentPasswordRequired: 'Please enter your current password',
  samePassword: 'New password must be different from current password',
  reportWords: 'Please say it in up to 500 characters',
  reportReason: 'Please select a reason for reporting',
  ageBounds: 'Max age must be greater than min age',
  messageEmpty: 'Please write a message.',
  messageLong: 'Messages can have up to 2,000 characters.',
  nameRequired: 'Please enter your name',
  nameUnseen: 'Names cannot have invisible characters.',
  nameReserved: 'This name is reserved. Please choose another one.',
  nameLong: 'Names can have up to 60 characters.',
  pronounsRequired: 'Please choose your pronouns',
  dateOfBirthRequired: 'Please enter your date of birth',
  dateOfBirthInvalid: 'Please enter a real date of birth',
  ideasUnknown: 'Please choose date ideas from the list',
  ideasTooMany: 'Please choose at most 10 date ideas, or all of them',
  distanceStep: 'Please choose one of the distances',
  location: 'Please share a valid location',
  duplicateEmail: 'User with same email already exists.',
  loginWrong: 'Email or password incorrect',
  chatNotFound: 'Chat not found',
  userNotFound: 'User not found',
  alreadyPinned: 'already pinned',
  undoTooLate: 'It is too late to take this pin back.',
  goVisibleToChat: 'Go visible or incognito to chat.',
  goVisibleToPin: 'Go visible or incognito to pin people.',
  wrongOldPassword: 'Old password is incorrect',
  notYours: 'You can only do this for yourself.',
  signInAgain: 'Please log in again.',
  suspended: 'This account is suspended. Please write to us if you think that is a mistake.',
  resendTooSoon: 'Please wait 60 seconds before asking for another code.',
  alreadyVerified: 'Your email address is already verified.',
  verificationFailed: 'Email verification failed. Please check the code, or ask for a new one.',
  resetFailed: 'Invalid code or password reset failed',
  sessionNotFound: 'Session not found',
  stepTooEarly: 'Please finish the steps before this one first.',
  verifyFirst: 'Please verify your email first.',
  photoRequired: 'Please add at least one photo',
  moderateSelf: 'You cannot moderate yourself.',
  notSuspended: 'This person is not suspended.',
  alreadySuspended: 'This person is suspended already.',
  noReport: 'No report on this person waits.',
  photoNotFound: 'Photo not found',
  exportNotFound: 'There is no copy of your data. Please ask for one.',
} as const;

/** A dot-string of RFC 5321: no quotes, no comments, no angle brackets. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LOCAL_PART_MAX = 64;
const LABEL_MAX = 63;
/** Letters of any script, digits, and hyphens within; the last label is no number. */
const DOMAIN =
  /^([\p{L}\p{M}\p{Nd}]([\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?\.)+(?!\p{Nd}+$)[\p{L}\p{M}\p{Nd}]([\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?$/u;

export function emailProblem(value: string): Problem {
  const email = value.trim();
  if (email === '') return TEXT.emailRequired;
  const [local, domain, ...more] = email.split('@') as [string, ...string[]];
  if (domain === undefined || more.length > 0 || email.length > EMAIL_MAX) return TEXT.emailInvalid;
  if (local.length > LOCAL_PART_MAX || !LOCAL_PART.test(local)) return TEXT.emailInvalid;
  if (!DOMAIN.test(domain) || domain.split('.').some((label) => label.length > LABEL_MAX))
    return TEXT.emailInvalid;
  return undefined;
}

/** Password of registration and of a password change. */
export function passwordProblem(value: string): Problem {
  if (value === '') return TEXT.passwordRequired;
  if (value.length < PASSWORD_MIN) return 'Password must be at least 8 characters long';
  if (value.length > PASSWORD_MAX) return 'Password can have up to 200 characters';
  if (!/\p{Lu}/u.test(value)) return 'Password must contain at least 1 uppercase letter';
  if (!/\p{Ll}/u.test(value)) return 'Password must contain at least 1 lowercase letter';
  if (!/\d/.test(value)) return 'Password must contain at least 1 number';
  return undefined;
}

export function resetPasswordProblem(value: string): Problem {
  if (value.length < RESET_PASSWORD_MIN) return TEXT.resetPasswordShort;
  if (value.length > PASSWORD_MAX) return 'Password can have up to 200 characters';
  return undefined;
}

export function codeProblem(value: string): Problem {
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(value) ? undefined : TEXT.codeIncomplete;
}

/** Controls, is never seen, or turns the text around it to the other direction. Joiners and flags' tags stay. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Bidi_C}\ufff9-\ufffb]|(?![\u200c\u200d\p{VS}\u{e0020}-\u{e007f}])\p{DI}/u;

/** Letters of other scripts, and digits, that pass for Latin ones. */
const LOOKALIKES = new Map(
  Object.entries({
    a: 'аα4@',
    e: 'еєε3',
    h: 'һнη',
    n: 'ոпи',
    o: 'оοσօ0',
    r: 'гя',
    w: 'ԝωшѡ',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** What a name looks like at a glance. */
const glance = (name: string) =>
  [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replaceAll(/[^a-z]/g, '')
    .replaceAll('vv', 'w');

/** As it is kept: on one line, with single spaces. */
export const tidyName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ');

export function nameProblem(value: string): Problem {
  const name = tidyName(value);
  // A name of nothing but invisible characters is as good as none.
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return TEXT.nameRequired;
  if (UNSEEN.test(name)) return TEXT.nameUnseen;
  if (glance(name).includes('herenow')) return TEXT.nameReserved;
  if ([...name].length > NAME_MAX) return TEXT.nameLong;
  return undefined;
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whole years between an ISO date (`YYYY-MM-DD`) and a moment, by the UTC calendar. */
export function ageOn(dateOfBirth: string, now: Date): number {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number);
  const birthdayPassed =
    now.getUTCMonth() + 1 > month || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= day);
  return now.getUTCFullYear() - year - (birthdayPassed ? 0 : 1);
}

/** The earliest and the latest date of birth the picker offers, as ISO dates. */
export function dateOfBirthRange(now: Date): { min: string; max: string } {
  const monthDay = now.toISOString().slice(4, 10);
  const year = (years: number) => String(now.getUTCFullYear() - years).padStart(4, '0');
  return { min: year(MAX_AGE) + monthDay, max: year(MIN_AGE) + monthDay };
}

export function dateOfBirthProblem(value: string, now: Date, tooYoung: string = TEXT.tooYoung): Problem {
  if (value === '') return TEXT.dateOfBirthRequired;
  if (!ISO_DATE.test(value)) return TEXT.dateOfBirthInvalid;
  const parsed = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== value)
    return TEXT.dateOfBirthInvalid;
  const age = ageOn(value, now);
  if (age < MIN_AGE) return tooYoung;
  if (age > MAX_AGE) return TEXT.dateOfBirthInvalid;
  return undefined;
}

const KNOWN_IDEAS: ReadonlySet<string> = new Set(DATE_IDEAS.map((idea) => idea.toLowerCase()));

/** Lowercases and de-duplicates, keeping the order. */
export function normalizeIdeas(ideas: readonly string[]): string[] {
  return [...new Set(ideas.map((idea) => idea.trim().toLowerCase()))];
}

/** Of a normalized list: at most 10 ideas, or all 29. */
export function ideasProblem(ideas: readonly string[]): Problem {
  if (ideas.some((idea) => !KNOWN_IDEAS.has(idea))) return TEXT.ideasUnknown;
  if (ideas.length > MAX_DATE_IDEAS && ideas.length !== DATE_IDEAS.length) return TEXT.ideasTooMany;
  return undefined;
}

/** Zero or nothing means no bound. */
export function ageBoundsProblem(
  minAge: number | null | undefined,
  maxAge: number | null | undefined,
): Problem {
  if (minAge && maxAge && minAge > 0 && maxAge > 0 && maxAge < minAge) return TEXT.ageBounds;
  return undefined;
}

export function messageProblem(content: string): Problem {
  const text = content.trim();
  if (text === '') return TEXT.messageEmpty;
  if ([...text].length > MESSAGE_MAX) return TEXT.messageLong;
  return undefined;
}
