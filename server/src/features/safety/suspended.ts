import type { BodyOf } from '@herenow/contract/call';
import { DAY_MS, FORMER_CHAT_DAYS } from '@herenow/contract/constants';
import type { FormerChat } from '@herenow/contract/former-chats';
import * as refusals from '@herenow/contract/refusals';
import type { reportSuspended } from '@herenow/contract/suspended';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Mailboxes } from '../accounts/index.ts';
import { listFormer, type FormerRow } from '../chats/index.ts';

export const FORMER_MS = FORMER_CHAT_DAYS * DAY_MS;
type Report = Omit<BodyOf<typeof reportSuspended>, 'pass'>;

export const formerView = ({ id, name, endedAt }: FormerRow): FormerChat => ({
  id,
  name,
  ended: endedAt.toISOString(),
});

/**
 * Lets suspended users report what happened before: it happened all the same, and two people who are suspended at the
 * same time have no other way to report it. They can report only the people of their pins and chats.
 */
export function createSuspendedReports(options: {
  db: Db;
  work: Work;
  clock: Clock;
  limits: Limits;
  mailboxes: Pick<Mailboxes, 'countedAs'>;
  links: { readPass(db: Db, pass: string): Promise<string | undefined> };
  putReport(tx: Tx, reporterId: string, report: Report): Promise<{ place: () => Promise<void> }>;
}) {
  const { db, work, clock, limits, links, putReport } = options;

  /** Returns the suspended user whom a pass names. Throws 404 if there is none. */
  async function requireSuspended(pass: string): Promise<string> {
    const userId = await links.readPass(db, pass);
    if (userId === undefined) throw new Refused(refusals.linkOver);
    return userId;
  }

  const list = (userId: string) => listFormer(db, userId, minus(clock.now(), FORMER_MS), true);

  return {
    requireSuspended,

    async listFormerSuspended(pass: string): Promise<FormerChat[]> {
      return (await list(await requireSuspended(pass))).map(formerView);
    },

    /** Reports a person of that list, which hides nobody. */
    async reportSuspended({ pass, ...report }: Report & { pass: string }): Promise<void> {
      const reporterId = await requireSuspended(pass);
      if (!(await list(reporterId)).some(({ id }) => id === report.reportedUserId))
        throw new Refused(refusals.userNotFound);
      await limits.take('reportByMailbox', await options.mailboxes.countedAs(reporterId));
      await work(async (tx) => {
        const { place } = await putReport(tx, reporterId, report);
        await place();
      });
    },
  };
}
