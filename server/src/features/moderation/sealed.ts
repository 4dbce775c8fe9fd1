import { MODERATION_PAGE, SOMEBODY } from '@herenow/contract/constants';
import type { Evidence, ProfileEvidence } from '@herenow/contract/evidence';
import type { SealedCase } from '@herenow/contract/sealed-cases';
import { ageOn } from '@herenow/contract/ages';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Log } from '../../lib/log.ts';
import { createSeal, openOr } from '../../lib/seal.ts';
import type { ClosedAccount } from '../accounts/index.ts';
import { keepReporter } from './alarm-store.ts';
import * as caseStore from './case-store.ts';
import type { Operator } from './operators.ts';
import { reasonsOf, type WaitingReport } from './queue-store.ts';
import { createReportedProfiles } from './reported-profiles.ts';
import * as store from './sealed-store.ts';

type Contents = Omit<SealedCase, 'id' | 'own'>;
/** The contents of a report whose reporter has deleted the account. */
export interface SealedWords {
  words: string;
  messages: Evidence[];
}

export type SealedCases = ReturnType<typeof createSealedCases>;

/**
 * Keeps pending reports, encrypted, after the reported person deletes the account, so that deleting it is no escape.
 * Pending reports also outlive the reporter’s account, with words and messages encrypted.
 */
export function createSealedCases(options: { db: Db; clock: Clock; keys: Keys; log: Log }) {
  const { db, clock, log } = options;
  const seal = createSeal<Contents>(options.keys.seals, options.keys.previous?.seals);
  const profiles = createReportedProfiles(options);
  const wordsSeal = createSeal<SealedWords>(options.keys.seals, options.keys.previous?.seals);

  // If the secret of a case is lost, operators must still be able to open the others.
  const wordsOf = (reportId: string, sealed: string): SealedWords =>
    openOr({ words: '', messages: [] }, () => wordsSeal.open(sealed, `report ${reportId}`), log);
  function contentsOf({ id, sealed }: store.SealedRow): Contents {
    const lost: Contents = { username: SOMEBODY, gender: null, age: null, reports: [] };
    const contents = openOr(lost, () => seal.open(sealed, id), log);
    // Cases sealed by the previous release do not tell what was shown.
    return { ...contents, reports: contents.reports.map((one) => ({ ...one, shown: one.shown ?? null })) };
  }

  /**
   * Part of the deletion of an account: seals the words and messages of the user’s pending reports, so that nothing the
   * user wrote stays in plain text.
   */
  async function keepReportsBy(tx: Pick<Tx, 'db'>, userId: string): Promise<void> {
    const reports = await caseStore.listWaitingBy(tx.db, userId);
    const evidence = await caseStore.listEvidence(
      tx.db,
      reports.map(({ id }) => id),
    );
    for (const { id, words } of reports) {
      const sealed = wordsSeal.seal({ words, messages: evidence.get(id)! }, `report ${id}`);
      await caseStore.sealReport(tx.db, id, sealed);
    }
  }

  const reportView = (
    { id, sealed, ...report }: store.TakenReport,
    shown: ReadonlyMap<string, ProfileEvidence>,
  ): Contents['reports'][number] => ({
    ...report,
    ...(sealed === null ? {} : wordsOf(id, sealed)),
    shown: shown.get(id) ?? null,
  });

  return {
    ...profiles,

    /** Part of the deletion of an account: seals the pending reports by and about the user. */
    async keep(
      tx: Pick<Tx, 'db'>,
      { id: userId, mailbox, verified, forgetAt }: ClosedAccount,
    ): Promise<void> {
      await caseStore.forgetJudged(tx.db, userId, verified ? mailbox : null);
      await keepReportsBy(tx, userId);
      if (verified) await keepReporter(tx.db, userId, mailbox);
      const person = await store.findReportedAccount(tx.db, userId);
      const reporters = await store.listReporters(tx.db, userId);
      const age = person?.dateOfBirth ? ageOn(person.dateOfBirth, clock.now()) : null;
      const showing = { username: person?.username ?? '', age, bio: '', photos: [] };
      const shown = await profiles.listShown(tx.db, userId, showing);
      const reports = await store.takeReports(tx.db, userId, clock.now());
      // Nobody ever met an unverified account, and it may be another person’s.
      if (!person || !verified || reports.length === 0) return;
      const contents: Contents = {
        username: person.username,
        // The column allows only the pronouns of the contract.
        gender: person.gender as Contents['gender'],
        age,
        reports: reports.map((report) => reportView(report, shown)),
      };
      const id = newId();
      const waitingSince = new Date(reports[0]!.created);
      await store.addSealedCase(tx.db, {
        id,
        mailbox,
        sealed: seal.seal(contents, id),
        reporters,
        waitingSince,
        forgetAt,
      });
    },

    /** Returns a page of pending cases, without those about the operator’s own mailbox, or reported from it. */
    async list(
      operator: Operator,
      after: string | undefined,
    ): Promise<{ cases: SealedCase[]; more: boolean }> {
      const { cases, more } = await store.listSealedCases(
        db,
        { after, but: operator.mailbox },
        clock.now(),
        MODERATION_PAGE,
      );
      return { cases: cases.map((row) => ({ id: row.id, own: row.own, ...contentsOf(row) })), more };
    },

    /**
     * Closes a pending case. Returns the person’s mailbox and the reasons of the reports; undefined if there is no such
     * case, or it is about the operator’s own mailbox or reported from it.
     */
    async close(
      tx: Tx,
      operator: Operator,
      id: string,
    ): Promise<{ mailbox: string; reasons: string[] } | undefined> {
      const row = await store.closeSealedCase(tx.db, { id, but: operator.mailbox }, clock.now());
      if (!row) return undefined;
      const { reports } = contentsOf(row);
      return { mailbox: row.mailbox, reasons: reasonsOf(reports) };
    },

    /** Returns a report with its words, even if the reporter’s account is gone. */
    openWords: (report: WaitingReport): WaitingReport =>
      report.sealed === null ? report : { ...report, words: wordsOf(report.id, report.sealed).words },

    /** Returns the messages that came with each of these reports. */
    async listEvidence(on: Db, reportIds: readonly string[]): Promise<Map<string, Evidence[]>> {
      const evidence = await caseStore.listEvidence(on, reportIds);
      for (const { id, sealed } of await store.listSealedWords(on, reportIds))
        evidence.set(id, wordsOf(id, sealed).messages);
      return evidence;
    },

    sweep: () => store.deleteOutdated(db, clock.now()),
  };
}
