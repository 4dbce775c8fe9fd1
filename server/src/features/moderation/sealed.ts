import { MODERATION_PAGE } from '@herenow/contract/constants';
import type { SealedCase } from '@herenow/contract/moderation';
import { ageOn } from '@herenow/contract/rules';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Tx } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Keys } from '../../lib/keys.ts';
import { createSeal } from '../../lib/seal.ts';
import type { ClosedAccount } from '../accounts/index.ts';
import * as store from './sealed-store.ts';

type Contents = Omit<SealedCase, 'id'>;

export type SealedCases = ReturnType<typeof createSealedCases>;

/** Reports that wait outlive the account of the reported person, encrypted: who deletes it does not escape them. */
export function createSealedCases(options: { db: Kysely<Database>; clock: Clock; keys: Keys }) {
  const { db, clock } = options;
  const seal = createSeal<Contents>(options.keys.seals);

  return {
    /** Part of the deletion of an account. */
    async keep(tx: Tx, { id: userId, mailbox, forgetAt }: ClosedAccount): Promise<void> {
      const person = await store.findReportedAccount(tx.db, userId);
      const reports = await store.takeReports(tx.db, userId);
      if (!person || reports.length === 0) return;
      const { username, dateOfBirth } = person;
      const contents: Contents = {
        username,
        // The column takes nothing but the pronouns of the contract.
        gender: person.gender as Contents['gender'],
        age: dateOfBirth === null ? null : ageOn(dateOfBirth, clock.now()),
        reports,
      };
      const id = newId();
      const waitingSince = new Date(reports[0]!.created);
      await store.addSealedCase(tx.db, {
        id,
        mailbox,
        sealed: seal.seal(contents, id),
        waitingSince,
        forgetAt,
      });
    },

    async list(after: string | undefined): Promise<SealedCase[]> {
      const rows = await store.listSealedCases(db, after, clock.now(), MODERATION_PAGE);
      return rows.map(({ id, sealed }) => ({ id, ...seal.open(sealed, id) }));
    },

    /** Closes a case that waits. Returns whose it was and why they were reported; undefined: there is none. */
    async close(tx: Tx, id: string): Promise<{ mailbox: string; reasons: string[] } | undefined> {
      const row = await store.closeSealedCase(tx.db, id, clock.now());
      if (!row) return undefined;
      const { reports } = seal.open(row.sealed, id);
      return { mailbox: row.mailbox, reasons: reports.map(({ reason }) => reason) };
    },

    sweep: () => store.deleteOutdated(db, clock.now()),
  };
}
