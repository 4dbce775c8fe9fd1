import { DAY_MS } from '@herenow/contract/constants';
import type { Db } from '../../database/tables.ts';
import type { Keys } from '../../lib/keys.ts';
import { createSignedIds } from '../../lib/signed-ids.ts';
import { findNewDecision, findSuspension } from './appeals-store.ts';
import { minus } from '../../lib/clock.ts';

/** How long a sign-in still reports a decision. */
const NEWS_MS = 30 * DAY_MS;

export type DecisionLinks = ReturnType<typeof createDecisionLinks>;

/**
 * Makes the links by which a user without a session reads a decision about them and appeals: each names one entry of
 * the log.
 */
export function createDecisionLinks({ keys, config }: { keys: Keys; config: { publicUrl: string } }) {
  const { tokenOf, read } = createSignedIds(keys.appeals);
  // In the fragment, so that it never reaches the log of a server or a proxy.
  const linkOf = (entryId: string): string => `${config.publicUrl}/appeal#${tokenOf(entryId)}`;

  return {
    linkOf,

    /** Returns the entry that a genuine token names. */
    read,

    /** Returns the link of the decision by which an account, or another of its mailbox, is suspended. */
    async ofSuspension(db: Db, userId: string): Promise<string | undefined> {
      const entryId = await findSuspension(db, userId);
      return entryId && linkOf(entryId);
    },

    /** Returns the token of the latest decision about a user who has not signed in since. */
    async newsFor(db: Db, userId: string, now: Date): Promise<string | undefined> {
      const entryId = await findNewDecision(db, userId, minus(now, NEWS_MS), now);
      return entryId && tokenOf(entryId);
    },
  };
}
