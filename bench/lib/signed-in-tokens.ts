import { newId } from '../../server/src/lib/ids.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import { deriveKeys } from '../../server/src/lib/keys.ts';
import { createTokens } from '../../server/src/features/accounts/tokens.ts';
import type pg from 'pg';

/** The secret with which the benches' servers sign tokens; no server outside this machine uses it. */
export const TOKEN_SECRET = 'the benches sign with a secret of their own';

const tokens = createTokens({ keys: deriveKeys(TOKEN_SECRET), clock: systemClock });

/** Opens a session for each of these people without a password. Returns their tokens, valid for 15 minutes. */
export async function signInAll(pool: pg.Pool, userIds: readonly string[]): Promise<string[]> {
  const claims = userIds.map((userId) => ({ userId, sessionId: newId(), tokenId: newId() }));
  await pool.query(
    `INSERT INTO sessions (id, user_id, token_id, rotated_at, device, created_at, last_used_at)
     SELECT id, user_id, token_id, now(), 'bench', now(), now()
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS t (id, user_id, token_id)`,
    [claims.map((c) => c.sessionId), userIds, claims.map((c) => c.tokenId)],
  );
  return claims.map((one) => tokens.sign(one));
}
