import { expect, test } from 'vitest';
import { PASSWORD_MAX } from './constants.ts';
import * as refusals from './refusals.ts';
import { emailProblem, passwordProblem, tidyBio } from './rules.ts';

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
