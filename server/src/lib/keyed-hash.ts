import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns a hash, in base64url, that only the holder of the key can compute or check. */
export const keyedHash = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Compares two texts in a time that reveals only whether they are equally long. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
