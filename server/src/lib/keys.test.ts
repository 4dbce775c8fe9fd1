import { expect, test } from 'vitest';
import { deriveKeys } from './keys.ts';

test('every purpose and every secret has a key of its own, the same each time', () => {
  const keys = Object.values(deriveKeys('one secret'));
  const others = Object.values(deriveKeys('another secret'));
  expect(new Set([...keys, ...others]).size).toBe(keys.length * 2);
  expect(keys.every((key) => typeof key === 'string' && Buffer.from(key, 'base64url').length === 32)).toBe(
    true,
  );
  expect(Object.values(deriveKeys('one secret'))).toEqual(keys);
});
