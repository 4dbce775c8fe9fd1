import { expect, test, vi } from 'vitest';
import { PASSWORD_MAX } from './constants.ts';
import * as refusals from './refusals.ts';
import {
  bioProblem,
  dateOfBirthProblem,
  dateOfBirthRange,
  emailProblem,
  nameProblem,
  passwordProblem,
  tidyBio,
  tidyName,
} from './rules.ts';

test('a label of a domain has 63 characters at most', () => {
  expect(emailProblem(`ada@${'x'.repeat(63)}.org`)).toBeUndefined();
  expect(emailProblem(`ada@${'x'.repeat(64)}.org`)).toBe(refusals.emailInvalid.text);
});

test('a password may be as long as is said and no longer', () => {
  const longest = `Aa1${'x'.repeat(PASSWORD_MAX - 3)}`;
  expect(passwordProblem(longest)).toBeUndefined();
  expect(passwordProblem(`${longest}x`)).toBe(refusals.passwordLong.text);
});

test.each(['\n', '\r\n', '\r'])('a bio keeps its lines, whatever ends them: %j', (end) => {
  expect(tidyBio(['Tea.', 'Books.'].join(end))).toBe('Tea.\nBooks.');
});

test.each([tidyName, tidyBio])('a letter keeps the marks of any script, and no tower of them: %o', (tidy) => {
  for (const text of ['Nguyễn Thị Ánh'.normalize('NFD'), 'བསྒྲུབས', 'क्ष्म्य', 'שָׁ֣לוֹם', '🏳️‍🌈 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👨‍👩‍👧‍👦'])
    expect(tidy(text)).toBe(text);
  for (const tower of ['\u0302'.repeat(56), '\u0302\u0302\u200d\u0302'.repeat(14)])
    expect(tidy(`Z${tower}oe\u0301`)).toBe(`Z${tower.slice(0, 8)}oe\u0301`);
});

test.each([
  ['2026-11-25', '1946-11-25', '2008-11-25', '2008-11-26'],
  // 2010 has no such day.
  ['2028-02-29', '1948-02-29', '2010-02-28', '2010-03-01'],
])('on %s the picker goes from %s to %s, the last day that is old enough', (today, min, max, tooLate) => {
  const now = new Date(`${today}T12:00:00Z`);
  expect(dateOfBirthRange(now)).toEqual({ min, max });
  expect(dateOfBirthProblem(max, now)).toBeUndefined();
  expect(dateOfBirthProblem(tooLate, now)).toBe(refusals.tooYoung.text);
});

test.each([
  ['in capitals, with a Greek Nu', 'HERE\u039dOW'],
  ['in small capitals', '\u029c\u1d07\u0280\u1d07\u0274\u1d0f\u1d21'],
  ['in Lisu', '\ua4e7\ua4f0\ua4e3\ua4f0\ua4e0\ua4f3\ua4ea'],
  ['in Cherokee', '\u13bb\u13ac\u13a1\u13acno\u13b3'],
  ['in Coptic', '\u2c8e\u2c88r\u2c88\u2c9a\u2c9e\u2cb1'],
  ['with an Armenian h and a hooked n', '\u0570ere\u0273ow'],
  ['in letters on black squares', '🅷🅴🆁🅴🅽🅾🆆'],
  ['with a rounded e', 'h\u025br\u025bnow'],
  ['with circles', 'Heren\u25cbw'],
])('nobody is called Herenow %s', (_how, name) => {
  expect(nameProblem(`${name} Support`)).toBe(refusals.nameReserved.text);
});

test.each([
  'Ada ✓',
  'Ada ✔️',
  'Ada ✅',
  'Ada, 27 ☑',
  'Ada \u{10102}',
  'Ada \u{1fbb1}',
  'Ada (Verified)',
  'Ada 𝐕𝐞𝐫𝐢𝐟𝐢𝐞𝐝',
])('%s passes for somebody with the mark', (name) => {
  expect(nameProblem(name)).toBe(refusals.nameReserved.text);
});

test.each([
  'Support',
  'Customer Suppоrt',
  'Chat Moderator',
  'Administrator',
  'Admin',
  'STAFF',
  'Safety Team',
])('%s passes for somebody who runs the app', (name) => {
  expect(nameProblem(name)).toBe(refusals.nameReserved.text);
});

test.each([
  ['Support', 'with a Cyrillic S', '\u0405upport'],
  ['Support', 'with Cyrillic p', 'Su\u0440\u0440ort'],
  ['Support', 'with a Greek Rho', 'SuP\u03a1ORT'],
  ['Support', 'with an Armenian u', 'S\u057dpport'],
  ['Support', 'in small capitals', '\ua731\u1d1c\u1d18\u1d18\u1d0f\u0280\u1d1b'],
  ['Support', 'in Lisu', '\ua4e2\ua4f4\ua4d1\ua4d1\ua4f3\ua4e3\ua4d4'],
  ['Support', 'with a digit and a dagger', '5uppor\u2020'],
  ['Verified', 'with Cyrillic i', 'Ver\u0456f\u0456ed'],
  ['Verified', 'with a Greek Nu', '\u03bderified'],
  ['Verified', 'with an l and a digit', 'Verlf1ed'],
  ['Moderator', 'with a Greek Mu', '\u039coderator'],
  ['Moderator', 'with an r and an n', 'rnoderator'],
  ['Moderator', 'with a Cyrillic d', 'Mo\u0501erator'],
  ['Safety Team', 'with Cyrillic y and T', 'Safet\u0443 \u0422eam'],
  ['Staff', 'with hooked f', 'Sta\u0192\u0192'],
  ['Admin', 'in small capitals', '\u1d00\u1d05\u1d0d\u026a\u0274'],
  ['Admin', 'in letters on black squares', '🅰🅳🅼🅸🅽'],
])('nobody passes for %s %s', (_word, _how, name) => {
  expect(nameProblem(name)).toBe(refusals.nameReserved.text);
});

test('a name of an empty note, which Unicode counts as a symbol, cannot be seen', () => {
  expect(nameProblem('\u{1d159}')).toBe(refusals.nameUnseen.text);
});

test.each([
  'Νίκος',
  'Ηρώ',
  'ᏣᎳᎩ',
  'Herena Now-Nowak',
  'Vera',
  'Ⲙⲁⲣⲓⲁ',
  'Staffan',
  'Badminton Bo',
  'Степан',
  'Владимир',
  'Μυρτώ',
  'Սուրեն',
  'Bernard',
  'Vivienne Steed',
])('somebody may be called %s', (name) => {
  expect(nameProblem(name)).toBeUndefined();
});

test('of names and texts that are far too long no letter is looked at', () => {
  // In the form in which names are compared, this letter has eighteen.
  const long = '\ufdfa'.repeat(1000);
  const looks = [vi.spyOn(String.prototype, 'normalize'), vi.spyOn(String.prototype, 'replaceAll')];
  expect(nameProblem(long)).toBe(refusals.nameLong.text);
  expect(bioProblem(`a\n${long}\n`.repeat(4))).toBe(refusals.bioLong.text);
  for (const look of looks) expect(look).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
