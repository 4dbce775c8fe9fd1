import { createSecretKey } from 'node:crypto';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { Clock } from '../../lib/clock.ts';

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

/** Access tokens: signed, so that only this installation can have made one, and short-lived. */
export function createTokens(options: { secret: string; clock: Clock }) {
  const { clock } = options;
  const key = createSecretKey(Buffer.from(options.secret, 'utf8'));

  return {
    async sign({ userId, sessionId, tokenId }: Claims): Promise<string> {
      const now = clock.now().getTime();
      return await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(userId)
        .setJti(tokenId)
        .setIssuedAt(Math.floor(now / 1000))
        .setExpirationTime(Math.floor((now + LIFETIME_MS) / 1000))
        .sign(key);
    },

    /** What a genuine token says, also an expired one; undefined for anything else. */
    async read(token: string): Promise<ReadToken | undefined> {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          currentDate: clock.now(),
          requiredClaims: ['exp'],
        });
        return fromPayload(payload, false);
      } catch (error) {
        return error instanceof errors.JWTExpired ? fromPayload(error.payload, true) : undefined;
      }
    },
  };
}

function fromPayload({ sub, sid, jti }: JWTPayload, expired: boolean): ReadToken | undefined {
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return undefined;
  return { userId: sub, sessionId: sid, tokenId: jti, expired };
}
