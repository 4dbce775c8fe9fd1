import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Tx } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import type { ClosedAccount } from '../accounts/index.ts';
import { AFTER_PRESENCE_MS, closedAfter, UNANSWERED_MS } from './memory-policy.ts';
import * as store from './memory-store.ts';

interface Account {
  email: string;
}

export type PinMemories = ReturnType<typeof createPinMemories>;

/** What pairs remember of pins, by mailbox: whatever presences, names or accounts come after, it holds. */
export function createPinMemories(options: { db: Kysely<Database>; clock: Clock; hashMailbox: HashMailbox }) {
  const { hashMailbox } = options;
  const pairOf = (pinner: Account, target: Account) => ({
    pinner: hashMailbox(pinner.email),
    target: hashMailbox(target.email),
  });

  return {
    find: (db: Kysely<Database>, pinner: Account, target: Account, now: Date) =>
      store.findMemory(db, pairOf(pinner, target), now),

    /** A pin was made, which nobody has answered yet. */
    notePin: (db: Kysely<Database>, pinner: Account, target: Account, now: Date) =>
      store.addUnanswered(db, pairOf(pinner, target), now),

    /** An accepted pin makes the pair forget what was before. */
    noteAccept: (db: Kysely<Database>, pinner: Account, target: Account) =>
      store.removeMemory(db, pairOf(pinner, target)),

    async noteReject(
      db: Kysely<Database>,
      pinner: Account,
      rejecter: Account & { active: boolean },
      now: Date,
    ): Promise<void> {
      const pair = pairOf(pinner, rejecter);
      const rejections = ((await store.findMemory(db, pair, now))?.rejections ?? 0) + 1;
      await store.putRejection(db, pair, {
        rejections,
        closedUntil: closedAfter(rejections, rejecter.active, now),
        pinnedAt: now,
      });
    },

    /** A presence has ended: first rejections given in it hold for some time from then on. */
    async presenceEnded(tx: Tx, { email }: Account, endedAt: Date): Promise<void> {
      const until = new Date(endedAt.getTime() + AFTER_PRESENCE_MS);
      await store.closeFirstRejections(tx.db, hashMailbox(email), until);
    },

    /** The last account of a mailbox is deleted: for the protection of others the memory stays for a while. */
    async keep(tx: Tx, { mailbox, last, forgetAt }: ClosedAccount): Promise<void> {
      if (last) await store.setForgetAt(tx.db, mailbox, forgetAt);
    },

    /** An account of this mailbox is opened: what others rely on holds as it did. */
    restore: (tx: Tx, { mailbox }: { mailbox: string }) => store.setForgetAt(tx.db, mailbox, null),

    async sweep(): Promise<void> {
      const now = options.clock.now();
      await store.deleteOutdated(options.db, now, new Date(now.getTime() - UNANSWERED_MS));
    },
  };
}
