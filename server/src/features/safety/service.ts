import type { BodyOf } from '@herenow/contract/call';
import { DAY_MS, UNDERAGE } from '@herenow/contract/constants';
import type { BlockedUser } from '@herenow/contract/entities';
import { isBlank } from '@herenow/contract/blank';
import * as refusals from '@herenow/contract/refusals';
import type { FormerChat } from '@herenow/contract/former-chats';
import type { reportUser } from '@herenow/contract/safety';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import type { Caller, Client } from '../../http/mount.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { lockMailboxOf, requireFinished, type Mailboxes } from '../accounts/index.ts';
import { copyEvidence, deleteFormer, listFormer } from '../chats/index.ts';
import { wasShown } from '../feed/index.ts';
import type { SealedCases } from '../moderation/index.ts';
import { maySeePhotosOf, type PhotosService } from '../photos/index.ts';
import * as kept from './kept-store.ts';
import * as store from './store.ts';
import { createSuspendedReports, FORMER_MS, formerView } from './suspended.ts';

/** Reporting the same user again within this time updates the first report, unless it is judged. */
const REPORT_WINDOW_MS = DAY_MS;
/** How long an account’s reports on people it has not met also count by network. */
const NEW_MS = DAY_MS;

type ReportBody = BodyOf<typeof reportUser>;

/** Of a report: from which network it came, and the photo that it names. */
interface ReportMore {
  network: string;
  picture: string | undefined;
}

type Reporting = (
  tx: Tx,
  pair: { reporterId: string; reportedId: string },
) => Promise<(reportId: string) => Promise<void>>;

/** Locks two people and the mailbox of the other one. False if the other one does not exist. */
async function lockBoth(tx: Tx, userId: string, otherId: string): Promise<boolean> {
  await store.lockPair(tx.db, userId, otherId);
  const there = await store.lockPeople(tx.db, userId, otherId);
  await lockMailboxOf(tx.db, otherId);
  return there;
}

/**
 * Locks two people. Everyone with an account can be blocked and reported, even someone who has blocked the caller: any
 * other answer would reveal the block, and nobody may escape a report by blocking first.
 */
async function requireBoth(tx: Tx, userId: string, otherId: string): Promise<void> {
  if (!(await lockBoth(tx, userId, otherId))) throw new Refused(refusals.userNotFound);
}

export type SafetyService = ReturnType<typeof createSafety>;

export function createSafety(options: {
  db: Db;
  work: Work;
  clock: Clock;
  limits: Limits;
  mailboxes: Pick<Mailboxes, 'countedAs'>;
  photos: Pick<PhotosService, 'views' | 'copy'>;
  /** Keeps what a reported profile shows. */
  sealed: Pick<SealedCases, 'keepShown'>;
  links: { readPass(db: Db, pass: string): Promise<string | undefined> };
  /** How long a paused chat is kept. */
  retentionMs: number;
  /** Changes whatever else depends on blocks of accounts of one mailbox, in their transaction. */
  onBlocked(tx: Tx, blockerId: string, blockedIds: readonly string[]): Promise<void>;
  /** A user was reported as underage, by a request from this network. */
  onAgeReported(
    tx: Tx,
    report: { id: string; reporter: Caller; reportedId: string; network: string },
  ): Promise<void>;
  /**
   * Runs before a report. Returns a function that places it in the queue, to be called as the last change of the
   * transaction.
   */
  onReporting: Reporting;
  hasMet(userId: string, otherId: string): Promise<boolean>;
  /** Changes whatever else depends on the removal of blocks, in its transaction. */
  onUnblocked(tx: Tx, blockerId: string, blockedIds: readonly string[]): Promise<void>;
}) {
  const { db, work, clock, limits, photos, retentionMs, onBlocked, onUnblocked } = options;

  const formerSince = () => minus(clock.now(), FORMER_MS);

  /**
   * Whether a report of an account also counts by network. Not if it has met the person, since other accounts on the
   * network could otherwise use up the limit.
   */
  const isNewStranger = async (userId: string, otherId: string): Promise<boolean> =>
    (await store.isOpenedAfter(db, userId, minus(clock.now(), NEW_MS))) &&
    !(await options.hasMet(userId, otherId));

  async function blockIn(tx: Tx, blockerId: string, blockedId: string): Promise<void> {
    // Who has not meets nobody, and anybody opens thousands of accounts, whose blocks each feed of a person would read.
    await requireFinished(tx.db, blockerId);
    const now = clock.now();
    const pair = { viewerId: blockerId, ownerId: blockedId };
    const [sees, shown] = await Promise.all([
      maySeePhotosOf(tx.db, pair, now, minus(now, retentionMs)),
      wasShown(tx.db, blockerId, blockedId, minus(now, DAY_MS)),
    ]);
    const added = await store.addBlock(tx.db, { blockerId, blockedId, sees, shown }, now);
    if (added && (await store.hasBlockedTooMany(tx.db, blockerId))) throw new Refused(refusals.blocksFull);
    const fresh = added ? [blockedId] : [];
    fresh.push(...(await store.addBlocksOfMailbox(tx.db, blockerId, blockedId, now)));
    if (fresh.length === 0) return;
    await onBlocked(tx, blockerId, fresh);
    tx.emit([blockerId], 'profiles', { userId: blockerId });
  }

  /** Returns the id of the report, and a function that places it in the queue, to be called last. */
  async function putReport(
    tx: Tx,
    reporterId: string,
    body: Omit<ReportBody, 'reporterId' | 'reporterUserId'>,
    picture?: string,
  ): Promise<{ id: string; place: () => Promise<void> }> {
    const { reportedUserId: reportedId, reason, words = '', messageId, photoId = null } = body;
    await requireBoth(tx, reporterId, reportedId);
    const place = await options.onReporting(tx, { reporterId, reportedId });
    const now = clock.now();
    const since = minus(now, REPORT_WINDOW_MS);
    const report = {
      id: newId(),
      reporterId,
      reportedId,
      reason,
      words: isBlank(words) ? '' : words.trim(),
      photoId,
    };
    const id = await store.putReport(tx.db, report, since, now);
    await options.sealed.keepShown(tx.db, { id, reportedId, picture });
    if (body.fromChat || messageId !== undefined)
      await copyEvidence(tx.db, { id, reporterId, reportedId }, messageId);
    return { id, place: () => place(id) };
  }

  async function reportIn(tx: Tx, reporter: Caller, body: ReportBody, more: ReportMore): Promise<void> {
    const { userId: reporterId } = reporter;
    const { reportedUserId: reportedId, reason } = body;
    const { id, place } = await putReport(tx, reporterId, body, more.picture);
    const { network } = more;
    if (reason === UNDERAGE) await options.onAgeReported(tx, { id, reporter, reportedId, network });
    if (body.alsoBlock) await blockIn(tx, reporterId, reportedId);
    await place();
  }

  return {
    ...createSuspendedReports({ ...options, putReport }),

    /** Blocks a user; blocking again changes nothing. */
    async block(blockerId: string, blockedId: string): Promise<void> {
      if (blockerId === blockedId) throw new Refused(refusals.blockSelf);
      await work(async (tx) => {
        await requireBoth(tx, blockerId, blockedId);
        await blockIn(tx, blockerId, blockedId);
      });
    },

    /** Removes a block; without one, nothing changes. */
    async unblock(blockerId: string, blockedId: string): Promise<void> {
      await work(async (tx) => {
        await lockBoth(tx, blockerId, blockedId);
        const free = await store.removeBlock(tx.db, blockerId, blockedId);
        if (free.length === 0) return;
        await kept.forgetKept(tx.db, blockerId, blockedId);
        await onUnblocked(tx, blockerId, free);
        tx.emit([blockerId], 'profiles', { userId: blockerId });
      });
    },

    /** Restores what protects other users when an account is verified. */
    restore: (tx: Tx, { id, mailbox }: { id: string; mailbox: string }) =>
      kept.restoreBlocks(tx.db, id, mailbox, clock.now()),

    async sweep(): Promise<void> {
      await kept.deleteOutdated(db, clock.now());
      await deleteFormer(db, formerSince());
    },

    /** Returns the people whom the user can still report although the pin or chat with them is gone. */
    async listFormer(userId: string): Promise<FormerChat[]> {
      return (await listFormer(db, userId, formerSince())).map(formerView);
    },

    async listBlocked(userId: string): Promise<BlockedUser[]> {
      const people = await store.listBlocked(db, userId);
      const ids = people.map(({ id }) => id);
      const photosOf = await photos.views(db, userId, ids);
      return people.map(({ id, name, age, photoId }) => ({
        id,
        username: name,
        name,
        photos: photosOf.get(id)!.filter((photo) => photo.id === photoId),
        age,
      }));
    },

    /** Reports a user to moderation, with all that is kept with the report, and the block: all or nothing. */
    async report(reporter: Caller, body: ReportBody, client: Client): Promise<void> {
      const { userId: reporterId } = reporter;
      if (reporterId === body.reportedUserId) throw new Refused(refusals.reportSelf);
      // Who has not has seen nobody, and must not use up what a network may report.
      await requireFinished(db, reporterId);
      await limits.take('reportByMailbox', await options.mailboxes.countedAs(reporterId));
      if (await isNewStranger(reporterId, body.reportedUserId))
        await limits.take('reportByNewAccounts', client.network);
      const picture = body.photoId && (await photos.copy(body.reportedUserId, body.photoId));
      await work((tx) => reportIn(tx, reporter, body, { ...client, picture }));
    },
  };
}
