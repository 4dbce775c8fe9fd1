import { RECOVERY_CODES } from '@herenow/contract/constants';
import { randomBytes } from 'node:crypto';
import { keyedHash } from '../../lib/keyed-hash.ts';

/** An alphabet of 32 characters (five bits each) without easily confused ones. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/** Returns ten codes of 80 bits, in groups that are easy to copy. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length])
      .join('')
      .replaceAll(GROUP, '$&-'),
  );

const bare = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether a string has the form of a recovery code, in any case and with any separators. */
export const isRecoveryCode = (code: string): boolean =>
  bare(code).length === LENGTH && Array.from(bare(code)).every((letter) => LETTERS.includes(letter));

/**
 * Returns the hash of a recovery code to store: codes cannot be tried against it without the secret, which is stored
 * encrypted.
 */
export const recoveryHash = (secret: string, code: string): string =>
  keyedHash(secret, `recovery code ${bare(code)}`);
