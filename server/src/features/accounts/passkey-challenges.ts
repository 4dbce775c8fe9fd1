import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';

/** How long the user may take with the browser’s dialog, in milliseconds. */
export const CHALLENGE_MS = 5 * 60_000;
const MADE_AT_BYTES = 6;
const HEAD_BYTES = MADE_AT_BYTES + 16;
const MAC_BYTES = 32;

/** The purpose and owner of a challenge: it is invalid for any other account, session, password or purpose. */
export type Ceremony = { account: { id: string; passwordHash: string } } & (
  | { purpose: 'sign in' }
  | { purpose: 'add'; sessionId: string }
);

/**
 * Makes and checks challenges for authenticators: the time of creation and a random number, signed. They are not
 * stored, so requesting many of them fills nothing and evicts nobody’s; the account records which ones no longer count.
 */
export function createChallenges({ key, clock }: { key: string; clock: Clock }) {
  const sign = (head: Uint8Array, ceremony: Ceremony): Buffer => {
    const { purpose, account } = ceremony;
    const session = ceremony.purpose === 'add' ? ceremony.sessionId : '';
    const meant = JSON.stringify([purpose, account.id, account.passwordHash, session]);
    return createHmac('sha256', key).update(head).update(meant).digest();
  };

  return {
    /** Returns a new challenge, in base64url. */
    make(ceremony: Ceremony): string {
      const head = randomBytes(HEAD_BYTES);
      head.writeUIntBE(clock.now().getTime(), 0, MADE_AT_BYTES);
      return Buffer.concat([head, sign(head, ceremony)]).toString('base64url');
    },

    /**
     * Returns when a challenge was made, in milliseconds; undefined if it belongs to another ceremony or is too old.
     */
    madeAt(challenge: string, ceremony: Ceremony): number | undefined {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== HEAD_BYTES + MAC_BYTES) return undefined;
      const head = bytes.subarray(0, HEAD_BYTES);
      if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), sign(head, ceremony))) return undefined;
      const madeAt = head.readUIntBE(0, MADE_AT_BYTES);
      return clock.now().getTime() - madeAt < CHALLENGE_MS ? madeAt : undefined;
    },
  };
}
