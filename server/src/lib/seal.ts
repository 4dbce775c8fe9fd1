import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Log } from './log.ts';

export interface Seal<T> {
  seal(value: T, context: string): string;
  /**
   * Decrypts a value. Throws unless it is unchanged and was sealed in this context with this key or the previous one.
   */
  open(sealed: string, context: string): T;
  /** Returns whether the current key sealed it, not the previous one. */
  isCurrent(sealed: string, context: string): boolean;
}

/** Opens a sealed value. If the secret is lost, logs that and returns `lost`. */
export function openOr<T>(lost: T, open: () => T, log: Log): T {
  try {
    return open();
  } catch (error) {
    log.warn({ err: error }, 'sealed with a secret that is not known');
    return lost;
  }
}

/** Opens a value of a link; undefined if it is not genuine or has expired. */
export function openUntil<T extends { until: number }>(
  { open }: Seal<T>,
  sealed: string,
  context: string,
  now: Date,
): T | undefined {
  try {
    const value = open(sealed, context);
    return value.until > now.getTime() ? value : undefined;
  } catch {
    return undefined;
  }
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts values for storage with a key of 32 bytes in base64url, and opens them with that key or the previous one.
 */
export function createSeal<T>(key: string, previous?: string): Seal<T> {
  const bytesOfKey = Buffer.from(key, 'base64url');
  const older = previous === undefined ? undefined : createSeal<T>(previous);
  return {
    seal(value, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, bytesOfKey, nonce).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed, context) {
      try {
        return open(sealed, context);
      } catch (error) {
        if (!older) throw error;
        return older.open(sealed, context);
      }
    },
    isCurrent(sealed, context) {
      try {
        open(sealed, context);
        return true;
      } catch {
        return false;
      }
    },
  };

  function open(sealed: string, context: string): T {
    const bytes = Buffer.from(sealed, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(ALGORITHM, bytesOfKey, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(tag);
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as T;
  }
}
