import { HOUR_MS } from '@herenow/contract/constants';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Tx } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import * as store from './mailboxes-store.ts';
import { setSuspended, type Account, type Suspension } from './users-store.ts';

/** How long what protects others outlives an account. */
export const PROTECTED_MS = 90 * 24 * HOUR_MS;
/** Accounts of older versions that one sweep brings up to date. */
const FILL_MOST = 5000;

/** An account that is about to be deleted, and when what is kept of it is to be forgotten. */
export interface ClosedAccount {
  id: string;
  mailbox: string;
  /** Whether the mailbox has no other account. */
  last: boolean;
  forgetAt: Date;
}

export type Mailboxes = ReturnType<typeof createMailboxes>;

/** What holds for all accounts of a mailbox, those to come included, whatever the spelling of the address. */
export function createMailboxes(options: { db: Kysely<Database>; clock: Clock; hashMailbox: HashMailbox }) {
  const { db, clock, hashMailbox } = options;
  const forgetAt = () => new Date(clock.now().getTime() + PROTECTED_MS);

  async function setAll(tx: Tx, { id, email }: Account, suspension: Suspension | null): Promise<string[]> {
    const ids = [id, ...(await store.lockOthers(tx.db, hashMailbox(email), id))];
    for (const one of ids) await setSuspended(tx.db, one, suspension, clock.now());
    return ids;
  }

  return {
    isSuspended: (mailbox: string) => store.isSuspended(db, mailbox, clock.now()),

    /** An account is about to be deleted; a suspension stays for a while. */
    async keep(tx: Tx, { id, email }: Account): Promise<ClosedAccount> {
      const mailbox = hashMailbox(email);
      const last = !(await store.hasOthers(tx.db, mailbox, id));
      if (last) await store.setForgetAt(tx.db, mailbox, forgetAt());
      return { id, mailbox, last, forgetAt: forgetAt() };
    },

    /** Suspends every account of the mailbox, and opens no other. Returns their ids. */
    async suspend(tx: Tx, account: Account, suspension: Suspension): Promise<string[]> {
      await store.addSuspension(tx.db, hashMailbox(account.email), clock.now());
      return await setAll(tx, account, suspension);
    },

    /** An account that somebody has opened whose earlier one is gone. */
    findOpenAccount: (tx: Tx, mailbox: string) => store.findOpenAccount(tx.db, mailbox),

    /** Opens no account for a mailbox that has none any more, for a while. */
    async suspendClosed(tx: Tx, mailbox: string): Promise<void> {
      await store.addSuspension(tx.db, mailbox, clock.now());
      await store.setForgetAt(tx.db, mailbox, forgetAt());
    },

    async reinstate(tx: Tx, account: Account): Promise<void> {
      await store.removeSuspension(tx.db, hashMailbox(account.email));
      await setAll(tx, account, null);
    },

    /** Forgets suspensions whose time is over. */
    async sweep(): Promise<void> {
      await store.deleteOutdated(db, clock.now());
      await store.fillMailboxes(db, hashMailbox, FILL_MOST);
    },
  };
}
