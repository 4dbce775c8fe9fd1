import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { Clock } from '../../lib/clock.ts';

export interface Claims {
  userId: string;
  sessionId: string;
  tokenId: string;
}

export interface ReadToken extends Claims {
  expired: boolean;
}

type GenuineToken = Claims & { expiresAt: number };

export type Tokens = ReturnType<typeof createTokens>;

const LIFETIME_MS = 15 * 60_000;
const ALGORITHM = 'HS256';
const REMEMBERED = 10_000;

/** Access tokens: signed, so that only this installation can have made one, and short-lived. */
export function createTokens(options: { secret: string; clock: Clock }) {
  const { clock } = options;
  const key = createSecretKey(Buffer.from(options.secret, 'utf8'));

  /** A signature costs more than the look-up of the session, so it is checked once for each token. */
  const genuine = new Map<string, GenuineToken>();

  async function verify(token: string): Promise<GenuineToken | undefined> {
    try {
      // At the beginning of time nothing is expired: what is, its reader decides by the clock.
      const currentDate = new Date(0);
      const checks = { algorithms: [ALGORITHM], requiredClaims: ['exp'], currentDate };
      const claims = fromPayload((await jwtVerify(token, key, checks)).payload);
      if (claims) remember(token, claims);
      return claims;
    } catch {
      return undefined;
    }
  }

  function remember(token: string, claims: GenuineToken): void {
    genuine.set(token, claims);
    const [oldest] = genuine.keys();
    if (genuine.size > REMEMBERED && oldest !== undefined) genuine.delete(oldest);
  }

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
      const claims = genuine.get(token) ?? (await verify(token));
      if (!claims) return undefined;
      const { expiresAt, ...ids } = claims;
      return { ...ids, expired: expiresAt <= clock.now().getTime() };
    },
  };
}

function fromPayload({ sub, sid, jti, exp }: JWTPayload): GenuineToken | undefined {
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return undefined;
  return { userId: sub, sessionId: sid, tokenId: jti, expiresAt: exp! * 1000 };
}
