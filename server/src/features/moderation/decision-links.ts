import { HOUR_MS } from '@herenow/contract/constants';
import type { Kysely } from 'kysely';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../database/tables.ts';
import type { Keys } from '../../lib/keys.ts';
import { findNewDecision, findSuspension } from './appeals-store.ts';

/** How long a decision is told at the next sign-in. */
const NEWS_MS = 30 * 24 * HOUR_MS;
const ID_BYTES = 16;
const SIGN_BYTES = 16;

export type DecisionLinks = ReturnType<typeof createDecisionLinks>;

/** The links by which somebody without a session reads what was decided about them, and appeals: each names one entry of the log. */
export function createDecisionLinks({ keys, config }: { keys: Keys; config: { publicUrl: string } }) {
  const signOf = (id: Buffer) =>
    createHmac('sha256', keys.appeals).update(id).digest().subarray(0, SIGN_BYTES);

  const tokenOf = (entryId: string): string => {
    const id = Buffer.from(entryId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, signOf(id)]).toString('base64url');
  };
  // In the fragment, so that no log of a server or a proxy has it.
  const linkOf = (entryId: string): string => `${config.publicUrl}/appeal#${tokenOf(entryId)}`;

  return {
    linkOf,

    /** The entry that a genuine token names. */
    read(token: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== ID_BYTES + SIGN_BYTES) return undefined;
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), signOf(id))) return undefined;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },

    /** The link of the decision by which an account, or another of its mailbox, is suspended. */
    async ofSuspension(db: Kysely<Database>, userId: string): Promise<string | undefined> {
      const entryId = await findSuspension(db, userId);
      return entryId && linkOf(entryId);
    },

    /** The token of the latest decision about somebody who has not signed in since. */
    async newsFor(db: Kysely<Database>, userId: string, now: Date): Promise<string | undefined> {
      const entryId = await findNewDecision(db, userId, new Date(now.getTime() - NEWS_MS));
      return entryId && tokenOf(entryId);
    },
  };
}
