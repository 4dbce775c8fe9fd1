import { expect, test } from 'vitest';
import { deriveKeys } from './keys.ts';
import { createSeal } from './seal.ts';

const keyOf = (secret: string) => deriveKeys(secret).seals;

const WRONG = 'unable to authenticate';

test('what is sealed opens with the same key and in the same context only', () => {
  const value = { to: 'ada@example.org', text: 'Ω 482913' };
  const seal = createSeal<typeof value>(keyOf('one secret'));
  const sealed = seal.seal(value, 'ada');
  expect(seal.open(sealed, 'ada')).toEqual(value);
  expect(seal.seal(value, 'ada')).not.toBe(sealed);
  expect(() => seal.open(sealed, 'bela')).toThrow(WRONG);
  expect(() => createSeal(keyOf('another secret')).open(sealed, 'ada')).toThrow(WRONG);
  const touched = Buffer.from(sealed, 'base64url');
  touched[40]! ^= 1;
  expect(() => seal.open(touched.toString('base64url'), 'ada')).toThrow(WRONG);
  expect(() => seal.open('', 'ada')).toThrow('Invalid');
});
