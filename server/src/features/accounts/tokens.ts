import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';

export interface Claims {
  userId: string;
  sessionId: string;
  tokenId: string;
}

export interface ReadToken extends Claims {
  expired: boolean;
}

export type Tokens = ReturnType<typeof createTokens>;

const LIFETIME_MS = 15 * 60_000;
const ALGORITHM = 'HS256';
const HEADER = encode({ alg: ALGORITHM, typ: 'JWT' });

/**
 * Access tokens: JSON Web Tokens, signed, so that only this installation can have made one, and short-lived. The one
 * algorithm is a single HMAC, which Node computes in a fraction of what a general library takes.
 */
export function createTokens(options: { keys: Pick<Keys, 'tokens'>; clock: Clock }) {
  const { clock } = options;
  const key = createSecretKey(Buffer.from(options.keys.tokens, 'utf8'));
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  return {
    sign({ userId, sessionId, tokenId }: Claims): string {
      const now = clock.now().getTime();
      const times = { iat: seconds(now), exp: seconds(now + LIFETIME_MS) };
      const text = `${HEADER}.${encode({ sub: userId, sid: sessionId, jti: tokenId, ...times })}`;
      return `${text}.${signatureOf(text)}`;
    },

    /** What a genuine token says, also an expired one; undefined for anything else. */
    read(token: string): ReadToken | undefined {
      const [header = '', payload = '', signature = '', ...rest] = token.split('.');
      if (rest.length > 0 || !isSame(signature, signatureOf(`${header}.${payload}`))) return undefined;
      if (decode(header)?.alg !== ALGORITHM) return undefined;
      const { sub, sid, jti, exp } = decode(payload) ?? {};
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return undefined;
      if (typeof exp !== 'number') return undefined;
      const expired = exp * 1000 <= clock.now().getTime();
      return { userId: sub, sessionId: sid, tokenId: jti, expired };
    },
  };
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** Takes as long wherever the first difference is. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** Undefined unless it is the text of an object. */
function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
