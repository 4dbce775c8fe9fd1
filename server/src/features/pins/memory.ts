import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import { minus, plus, type Clock } from '../../lib/clock.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import type { ClosedAccount } from '../accounts/index.ts';
import { AFTER_PRESENCE_MS, closedAfter, UNANSWERED_MS } from './memory-policy.ts';
import * as store from './memory-store.ts';

interface Account {
  email: string;
}

export type PinMemories = ReturnType<typeof createPinMemories>;

/** What pairs remember of pins, keyed by mailbox, so that it outlasts presences, names and accounts. */
export function createPinMemories(options: { db: Db; clock: Clock; hashMailbox: HashMailbox }) {
  const { hashMailbox } = options;
  const pairOf = (pinner: Account, target: Account) => ({
    pinner: hashMailbox(pinner.email),
    target: hashMailbox(target.email),
  });

  return {
    /** Serializes pins from all accounts of the pinner’s mailbox to those of the target’s. */
    lock: (tx: Tx, pinner: Account, target: Account): Promise<void> =>
      store.lockMemory(tx.db, pairOf(pinner, target)),

    /** Returns what a pair remembers. No other account of the mailbox can pin before the transaction ends. */
    async find(tx: Tx, pinner: Account, target: Account, now: Date) {
      const pair = pairOf(pinner, target);
      await store.lockMemory(tx.db, pair);
      return await store.findMemory(tx.db, pair, now);
    },

    /**
     * Waits for pins between all accounts of two users’ mailboxes, and blocks further ones until the transaction ends.
     */
    async holdOff(tx: Tx, userId: string, otherId: string): Promise<void> {
      const mailboxes = (await store.listEmails(tx.db, [userId, otherId])).map(hashMailbox).toSorted();
      const [one = '', other = ''] = mailboxes;
      await store.lockMemory(tx.db, { pinner: one, target: other });
      await store.lockMemory(tx.db, { pinner: other, target: one });
    },

    /** Records a new pin, which is unanswered so far. */
    notePin: (db: Db, pinner: Account, target: Account, now: Date) =>
      store.addUnanswered(db, pairOf(pinner, target), now),

    /** Makes the pair forget everything earlier, because the pin was accepted. */
    noteAccept: (db: Db, pinner: Account, target: Account) => store.removeMemory(db, pairOf(pinner, target)),

    async noteReject(
      db: Db,
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

    /** Makes the first rejections given in a presence hold for some more time from the end of the last presence on. */
    async presenceEnded(tx: Tx, { email }: Account, endedAt: Date): Promise<void> {
      const until = plus(endedAt, AFTER_PRESENCE_MS);
      await store.closeFirstRejections(tx.db, hashMailbox(email), until);
    },

    /** Keeps the memory for a while, to protect other users, after the last account of a mailbox is deleted. */
    async keep(tx: Tx, { mailbox, last, forgetAt }: ClosedAccount): Promise<void> {
      if (last) await store.setForgetAt(tx.db, mailbox, forgetAt);
    },

    /**
     * Cancels the removal of the memory when an account of this mailbox is verified, so that other users stay protected.
     */
    restore: (tx: Tx, { mailbox }: { mailbox: string }) =>
      store.removeForgetAt(tx.db, mailbox, options.clock.now()),

    async sweep(): Promise<void> {
      const now = options.clock.now();
      await store.deleteOutdated(options.db, now, minus(now, UNANSWERED_MS));
    },
  };
}
