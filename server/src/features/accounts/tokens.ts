import { createSigner, createVerifier } from 'fast-jwt';
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

/** How long an access token is valid; a socket ends with the token that opened it. */
export const TOKEN_MS = 15 * 60_000;
const ALGORITHM = 'HS256';

/**
 * Signs and reads access tokens: short-lived JSON Web Tokens, signed so that only this installation can issue them.
 * Times come from the given clock.
 */
export function createTokens({ keys, clock }: { keys: Pick<Keys, 'tokens' | 'previous'>; clock: Clock }) {
  const sign = createSigner({ key: keys.tokens, algorithm: ALGORITHM });
  const verifierOf = (key: string) =>
    createVerifier({ key, algorithms: [ALGORITHM], ignoreExpiration: true });
  const verify = verifierOf(keys.tokens);
  const verifyPrevious = keys.previous && verifierOf(keys.previous.tokens);
  const now = () => Math.floor(clock.now().getTime() / 1000);

  return {
    sign({ userId, sessionId, tokenId }: Claims): string {
      const iat = now();
      return sign({ sub: userId, sid: sessionId, jti: tokenId, iat, exp: iat + TOKEN_MS / 1000 });
    },

    /** Returns the claims of a genuine token, expired or not; undefined for anything else. */
    read(token: string): ReadToken | undefined {
      const { sub, sid, jti, exp } = claimsOf(token);
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return undefined;
      if (typeof exp !== 'number') return undefined;
      return { userId: sub, sessionId: sid, tokenId: jti, expired: exp <= now() };
    },
  };

  function claimsOf(token: string): Record<string, unknown> {
    for (const one of [verify, verifyPrevious])
      try {
        if (one) return one(token) as Record<string, unknown>;
      } catch {
        // The previous key may have signed it.
      }
    return {};
  }
}
