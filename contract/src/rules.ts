import {
  BIO_MAX,
  CODE_LENGTH,
  DATE_IDEAS,
  DATE_PLACE_MAX,
  EMAIL_MAX,
  MAX_AGE,
  MAX_DATE_IDEAS,
  MIN_AGE,
  NAME_MAX,
  PASSKEY_NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  RESET_PASSWORD_MIN,
} from './constants.ts';
import { ageOn } from './ages.ts';
import { isBlank } from './blank.ts';
import * as refusals from './refusals.ts';

/** A rule returns the text of the refusal that explains what is wrong, or undefined when the value is valid. */
type Problem = string | undefined;

/** A dot-string of RFC 5321: no quotes, no comments, no angle brackets. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const LOCAL_PART_MAX = 64;
const LABEL_MAX = 63;
/** Letters of any script, digits, and inner hyphens; the last label is no number. */
const DOMAIN =
  /^([\p{L}\p{M}\p{Nd}]([\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?\.)+(?!\p{Nd}+$)[\p{L}\p{M}\p{Nd}]([\p{L}\p{M}\p{Nd}-]*[\p{L}\p{M}\p{Nd}])?$/u;

export function emailProblem(value: string): Problem {
  const email = value.trim();
  if (email === '') return refusals.emailRequired.text;
  const [local, domain, ...more] = email.split('@') as [string, ...string[]];
  if (domain === undefined || more.length > 0 || email.length > EMAIL_MAX) return refusals.emailInvalid.text;
  if (local.length > LOCAL_PART_MAX || !LOCAL_PART.test(local)) return refusals.emailInvalid.text;
  if (!DOMAIN.test(domain) || domain.split('.').some((label) => label.length > LABEL_MAX))
    return refusals.emailInvalid.text;
  return undefined;
}

/** Checks an email address for looking up an account: those registered with older versions follow no grammar. */
export function knownEmailProblem(value: string): Problem {
  const email = value.trim();
  if (email === '') return refusals.resetEmailRequired.text;
  const wrong = !email.includes('@') || email.length > EMAIL_MAX || /\p{Cc}/u.test(email);
  return wrong ? refusals.emailInvalid.text : undefined;
}

/** Checks the password of a registration or a password change. */
export function passwordProblem(value: string): Problem {
  if (value === '') return refusals.passwordRequired.text;
  if (value.length < PASSWORD_MIN) return refusals.passwordShort.text;
  if (value.length > PASSWORD_MAX) return refusals.passwordLong.text;
  if (!/\p{Lu}/u.test(value)) return refusals.passwordUpper.text;
  if (!/\p{Ll}/u.test(value)) return refusals.passwordLower.text;
  if (!/\d/.test(value)) return refusals.passwordNumber.text;
  return undefined;
}

export function resetPasswordProblem(value: string): Problem {
  if (value.length < RESET_PASSWORD_MIN) return refusals.resetPasswordShort.text;
  if (value.length > PASSWORD_MAX) return refusals.passwordLong.text;
  return undefined;
}

export function codeProblem(value: string): Problem {
  return new RegExp(`^\\d{${CODE_LENGTH}}$`).test(value) ? undefined : refusals.codeIncomplete.text;
}

/**
 * Characters that are invisible, control characters, or reverse the direction of the text around them. Joiners and
 * the tags of flags are allowed.
 */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Bidi_C}\ufff9-\ufffb\u{1d159}]|(?![\u200c\u200d\p{VS}\u{e0020}-\u{e007f}])\p{DI}/u;

/** Returns the pairs of a table: each sign, and the Latin letter that it looks like. */
const alike = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const));

/**
 * Letters of other scripts, digits and signs that look like Latin letters, in lower case. Hashes of removed texts are
 * kept with them replaced, so that a change of these pairs would make texts shown again that were removed before it.
 */
export const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  alike({
    a: 'аα4@',
    e: 'еєε3ᴇɛҽⲉꭼꓰ🅔🅴',
    h: 'һнηʜɦհⲏꮋꓧ🅗🅷',
    n: 'ոпиνɴɲɳⲛꓠ🅝🅽',
    o: 'оοσօ0ᴏⲟꓳ○◯🅞🅾',
    r: 'гяʀꭱꓣ🅡🆁',
    w: 'ԝωшѡᴡɯⲱꮃꓪ🅦🆆',
  }),
);

/** Those of all other letters of reserved words, for names alone. What is in both looks like either letter. */
const MORE_LOOKALIKES: ReadonlyMap<string, string> = new Map(
  alike({
    a: 'ᴀɑⲁꭺꓮ🅐🅰',
    d: 'ԁᴅɗɖđꭰꓓ🅓🅳',
    f: 'ƒꬵꜰϝքꓝ🅕🅵',
    i: 'іıιӏɪɩɨⲓꭵꓲl1|!🅘🅸',
    m: 'мμᴍϻɱⲙꮇꓟ🅜🅼',
    p: 'рρᴘþƿⲣꮲꓑ🅟🅿',
    s: 'ѕꜱʂƽտꮪꓢ5$🅢🆂',
    t: 'тτᴛŧƭʈⲧꭲꓔ7†+🅣🆃',
    u: 'υսʋᴜꓴ∪🅤🆄',
    v: 'ѵνᴠꮩꓦ∨🅥🆅',
    y: 'уүʏγⲩꭹꮍꓬ🅨🆈',
  }),
);

/** What passes for the app, for somebody who runs it or, beside a name, for the mark of somebody verified. */
const RESERVED = /herenow|verified|support|moderator|safetyteam|^admin|^staff$/;
const TICKS = /[√☑✅✓✔⍻🗸🗹𐄂🮱]/u;

/** Returns what a name may look like at a glance. */
function glancesAt(name: string): string[] {
  const letters = [...name.normalize('NFKD').toLowerCase()];
  const orders = [
    [LOOKALIKES, MORE_LOOKALIKES],
    [MORE_LOOKALIKES, LOOKALIKES],
  ] as const;
  return orders.map(([first, then]) =>
    letters
      .map((letter) => first.get(letter) ?? then.get(letter) ?? letter)
      .join('')
      .replaceAll(/[^a-z]/g, '')
      .replaceAll('vv', 'w')
      .replaceAll('rn', 'm'),
  );
}

/** More marks than a letter has in any script: they would pile up over the lines above and below. */
const TOWERS = /([\p{Gr_Ext}\u200d]{8})[\p{Gr_Ext}\u200d]+/gu;

/** Returns a name as stored: on one line, with single spaces, without towers of marks. */
export const tidyName = (name: string): string =>
  name.trim().replaceAll(/\s+/g, ' ').replaceAll(TOWERS, '$1');

/** So long a text is refused before its letters are looked at, which takes a server most of a second for 500 KB. */
const isFarTooLong = (value: string, most: number): boolean => value.length > 10 * most;

export function nameProblem(value: string): Problem {
  if (isFarTooLong(value, NAME_MAX)) return refusals.nameLong.text;
  const name = tidyName(value);
  // A name of only invisible characters counts as missing.
  if (isBlank(name)) return refusals.nameRequired.text;
  if (UNSEEN.test(name)) return refusals.nameUnseen.text;
  if (TICKS.test(name) || glancesAt(name).some((glance) => RESERVED.test(glance)))
    return refusals.nameReserved.text;
  if ([...name].length > NAME_MAX) return refusals.nameLong.text;
  return undefined;
}

/** Returns a bio as stored: its lines as tidy as names, and at most one empty line between two lines. */
export const tidyBio = (bio: string): string =>
  bio
    .split(/\r\n?|\n/)
    .map(tidyName)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** An empty text is valid. */
export function bioProblem(value: string): Problem {
  if (isFarTooLong(value, BIO_MAX)) return refusals.bioLong.text;
  const bio = tidyBio(value);
  if (bio !== '' && (isBlank(bio) || UNSEEN.test(bio.replaceAll('\n', '')))) return refusals.bioUnseen.text;
  if ([...bio].length > BIO_MAX) return refusals.bioLong.text;
  return undefined;
}

/** Checks the text that says whom the user meets. */
export function dateWhoProblem(value: string): Problem {
  const who = tidyName(value);
  if (isBlank(who) || [...who].length > NAME_MAX) return refusals.dateWho.text;
  return UNSEEN.test(who) ? refusals.dateUnseen.text : undefined;
}

/** An empty text is valid. */
export function datePlaceProblem(value: string): Problem {
  const place = tidyName(value);
  if ([...place].length > DATE_PLACE_MAX) return refusals.datePlaceLong.text;
  const unseen = place !== '' && (isBlank(place) || UNSEEN.test(place));
  return unseen ? refusals.dateUnseen.text : undefined;
}

export function passkeyNameProblem(value: string): Problem {
  const name = tidyName(value);
  const seen = !isBlank(name) && !UNSEEN.test(name);
  return seen && [...name].length <= PASSKEY_NAME_MAX ? undefined : refusals.passkeyName.text;
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns the earliest and the latest date of birth that the picker offers, as ISO dates. */
export function dateOfBirthRange(now: Date): { min: string; max: string } {
  const ago = (years: number) => {
    const day = new Date(now);
    day.setUTCFullYear(now.getUTCFullYear() - years);
    // In a year without 29 February, the date has become 1 March.
    if (day.getUTCDate() !== now.getUTCDate()) day.setUTCDate(0);
    return day.toISOString().slice(0, 10);
  };
  return { min: ago(MAX_AGE), max: ago(MIN_AGE) };
}

export function dateOfBirthProblem(
  value: string,
  now: Date,
  tooYoung: string = refusals.tooYoung.text,
): Problem {
  if (value === '') return refusals.dateOfBirthRequired.text;
  if (!ISO_DATE.test(value)) return refusals.dateOfBirthInvalid.text;
  const parsed = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== value)
    return refusals.dateOfBirthInvalid.text;
  const age = ageOn(value, now);
  if (age < MIN_AGE) return tooYoung;
  if (age > MAX_AGE) return refusals.dateOfBirthInvalid.text;
  return undefined;
}

const KNOWN_IDEAS: ReadonlySet<string> = new Set(DATE_IDEAS.map((idea) => idea.toLowerCase()));

/** Lowercases and de-duplicates, keeping the order. */
export function normalizeIdeas(ideas: readonly string[]): string[] {
  return [...new Set(ideas.map((idea) => idea.trim().toLowerCase()))];
}

/** Checks a normalized list: at most 10 ideas, or all 29. */
export function ideasProblem(ideas: readonly string[]): Problem {
  if (ideas.some((idea) => !KNOWN_IDEAS.has(idea))) return refusals.ideasUnknown.text;
  if (ideas.length > MAX_DATE_IDEAS && ideas.length !== DATE_IDEAS.length) return refusals.ideasTooMany.text;
  return undefined;
}
