import { RECOVERY_CODES } from '@herenow/contract/constants';
import { createHmac, randomBytes } from 'node:crypto';

/** Five bits a letter, and none that is taken for another. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/** Ten codes of 80 bits, in groups that a person can copy. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length])
      .join('')
      .replaceAll(GROUP, '$&-'),
  );

const bare = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Whether something has the form of a recovery code, whatever its case and its gaps. */
export const isRecoveryCode = (code: string): boolean =>
  bare(code).length === LENGTH && Array.from(bare(code)).every((letter) => LETTERS.includes(letter));

/** What is kept of a code: nothing that anybody could try without the secret, which is kept encrypted. */
export const recoveryHash = (secret: string, code: string): string =>
  createHmac('sha256', secret)
    .update(`recovery code ${bare(code)}`)
    .digest('base64url');
