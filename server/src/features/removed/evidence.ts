import { DAY_MS } from '@herenow/contract/constants';
import type { ProfileEvidence } from '@herenow/contract/evidence';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Log } from '../../lib/log.ts';
import { createSeal, openOr } from '../../lib/seal.ts';

/**
 * How long removed evidence is kept: as long as the messages of a judged case, or until a pending appeal is decided.
 */
const KEPT_MS = 30 * DAY_MS;

/** The decision that removed something, and from whom. */
interface Decision {
  entryId: string;
  userId: string;
}

/** Keeps what operators remove, encrypted, so that those who decide an appeal can see it. */
export function createRemovedEvidence(options: { db: Db; clock: Clock; keys: Keys; log: Log }) {
  const { db, clock, keys, log } = options;
  const seal = createSeal<ProfileEvidence>(keys.seals, keys.previous?.seals);
  const context = (entryId: string) => `removed ${entryId}`;

  return {
    async keepEvidence(on: Db, { entryId, userId }: Decision, what: Partial<ProfileEvidence>): Promise<void> {
      const sealed = seal.seal({ name: null, bio: null, picture: null, ...what }, context(entryId));
      await sql`
        INSERT INTO removed_evidence (entry_id, user_id, sealed, created_at)
        VALUES (${entryId}, ${userId}, ${sealed}, ${clock.now()})`.execute(on);
    },

    /** Returns what a decision removed; undefined if it is no longer kept, or its secret is lost. */
    async findEvidence(on: Db, entryId: string): Promise<ProfileEvidence | undefined> {
      const { rows } = await sql<{ sealed: string }>`
        SELECT sealed FROM removed_evidence WHERE entry_id = ${entryId}`.execute(on);
      const [row] = rows;
      return row && openOr(undefined, () => seal.open(row.sealed, context(entryId)), log);
    },

    async forgetEvidence(on: Db, entryId: string): Promise<void> {
      await sql`DELETE FROM removed_evidence WHERE entry_id = ${entryId}`.execute(on);
    },

    async sweepEvidence(): Promise<void> {
      await sql`
        DELETE FROM removed_evidence e WHERE created_at <= ${minus(clock.now(), KEPT_MS)}
          AND NOT EXISTS (SELECT FROM appeals a
            WHERE a.entry_id = e.entry_id AND a.decided_at IS NULL)`.execute(db);
    },
  };
}

export type RemovedEvidences = ReturnType<typeof createRemovedEvidence>;
