import * as refusals from '@herenow/contract/refusals';
import { forgetJobs } from '../database/jobs.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/work.ts';
import {
  deleteAccount,
  lockAccount,
  lockForDeletion,
  lockWithOthers,
  type Account,
  type Mailboxes,
  type Sessions,
  type Suspension,
} from '../features/accounts/index.ts';
import { lockChats, lockFormer, type ChatLifecycle } from '../features/chats/index.ts';
import { forgetHandouts, type Nearby } from '../features/feed/index.ts';
import type { Mail } from '../features/mail/index.ts';
import type { Hiding, Hidings, SealedCases } from '../features/moderation/index.ts';
import type { PinMemories, PinsService } from '../features/pins/index.ts';
import { removeViewpointsOf } from '../features/places/index.ts';
import {
  deletePresences,
  hidePresences,
  ownPresence,
  type Ended,
  type Hidden,
} from '../features/presence/index.ts';
import { removeSubscriptionsOf } from '../features/push/index.ts';
import type { Removed } from '../features/removed/index.ts';
import { keepBlocks, listReportedBy, lockBlocks } from '../features/safety/index.ts';
import type { Clock } from '../lib/clock.ts';
import { Refused } from '../lib/errors.ts';

/** Removes what is kept for devices whose sessions end, in the same transaction. */
export async function sessionsEnded(db: Db, sessionIds: readonly string[]): Promise<void> {
  await Promise.all([removeSubscriptionsOf(db, sessionIds), removeViewpointsOf(db, sessionIds)]);
}

/** Whether a suspension has no end, unlike the account’s present one. */
const isEndless = ({ until }: Suspension, { suspendedUntil }: Account): boolean =>
  until === null && suspendedUntil !== null;

export type Endings = ReturnType<typeof createEndings>;

/**
 * Creates the lists of calls, in order, that run when something ends. Each runs in the transaction of the ending, so
 * that all of it happens or nothing; events are sent after the commit.
 */
export function createEndings(options: {
  clock: Clock;
  sessions: Sessions;
  pins: PinsService;
  chats: ChatLifecycle;
  mail: Mail;
  mailboxes: Mailboxes;
  memories: PinMemories;
  sealed: SealedCases;
  hidings: Hidings;
  removed: Removed;
  nearby: Nearby;
}) {
  const { clock, sessions, pins, chats, mail, mailboxes, memories, sealed, hidings, removed, nearby } =
    options;

  /**
   * Ends what depends on a presence that ended at `endedAt`, because the user left, it ran out, or the account ended.
   */
  async function presenceEnded(tx: Tx, { userId, email, endedAt, seenAt }: Ended): Promise<void> {
    tx.emit([userId], 'own-presence', ownPresence(undefined));
    // Each sends its first statement in this order.
    await Promise.all([
      // Runs while the chats that keep the user out of feeds still exist.
      seenAt ? nearby.shownDifferently(tx, userId, [seenAt]) : undefined,
      // Pins included: removing them first would lock chats in another order than everybody does.
      lockChats(tx.db, [userId]),
      memories.presenceEnded(tx, { email }, endedAt),
      pins.withdrawAll(tx, userId),
      chats.pause(tx, userId, endedAt, { status: seenAt ? 'online' : 'incognito', onlineUntil: endedAt }),
    ]);
  }

  async function endPresence(tx: Tx, userId: string): Promise<void> {
    for (const ended of await deletePresences(tx.db, [userId], clock.now())) await presenceEnded(tx, ended);
  }

  /** Removes deleted or suspended accounts from everybody’s view. */
  async function accountsGone(tx: Tx, userIds: readonly string[]): Promise<void> {
    await sessions.endAll(tx, userIds);
    const ended = await deletePresences(tx.db, userIds, clock.now());
    // All at once: account by account, two people with several accounts each would deadlock.
    await lockChats(tx.db, userIds);
    for (const one of ended) await presenceEnded(tx, one);
    await chats.removeAll(tx, userIds);
  }

  /** Locks an account that is to be deleted. Returns undefined if there is none. */
  const lockToDelete = async (tx: Tx, userId: string): Promise<Account | undefined> =>
    await lockForDeletion(tx.db, userId, await listReportedBy(tx.db, userId));

  /**
   * Deletes an account and all its data, except what protects other users. Returns the account; undefined, with nothing
   * done, if there is none, or if it is not due once it is locked.
   */
  async function accountDeleted(
    tx: Tx,
    userId: string,
    isDue = () => Promise.resolve(true),
  ): Promise<Account | undefined> {
    const account = await lockToDelete(tx, userId);
    if (!account || !(await isDue())) return undefined;
    const closed = await mailboxes.keep(tx, account);
    await lockBlocks(tx.db, userId);
    await lockFormer(tx.db, userId);
    await accountsGone(tx, [userId]);
    await keepBlocks(tx.db, userId, closed.forgetAt);
    await memories.keep(tx, closed);
    await sealed.keep(tx, closed);
    await hidings.keep(tx, closed);
    await removed.keep(tx, closed);
    await forgetHandouts(tx.db, userId);
    await forgetJobs(tx.db, userId);
    await deleteAccount(tx.db, userId);
    return account;
  }

  /**
   * Suspends a user with every account of the mailbox: signed out and invisible, until reinstated. A suspension that
   * ends by itself can lose its end.
   */
  async function personSuspended(tx: Tx, userId: string, suspension: Suspension): Promise<void> {
    const account = await lockWithOthers(tx.db, userId, true);
    if (!account) throw new Refused(refusals.userNotFound);
    if (account.suspended && !isEndless(suspension, account)) throw new Refused(refusals.alreadySuspended);
    await accountsGone(tx, await mailboxes.suspend(tx, account, suspension));
    await mail.suspended(tx, account, suspension);
  }

  /** After a block, removes what a user has in common with accounts of one mailbox, for both sides at once. */
  async function personBlocked(tx: Tx, blockerId: string, blockedIds: readonly string[]): Promise<void> {
    // Another account of the mailbox may be pinning at the same time.
    await memories.holdOff(tx, blockerId, blockedIds[0]!);
    await nearby.blocksChanged(tx, blockerId, blockedIds);
    await lockChats(tx.db, [blockerId]);
    await pins.withdrawFrom(tx, blockerId, blockedIds);
    await chats.removeBetween(tx, blockerId, blockedIds);
  }

  /** Tells of a presence that was hidden: only people with a chat still see it. */
  async function presenceHidden(tx: Tx, { userId, seenAt, onlineUntil }: Hidden): Promise<void> {
    if (seenAt) await nearby.shownDifferently(tx, userId, [seenAt]);
    const presence = { status: 'incognito', onlineUntil } as const;
    await chats.tellChange(tx, userId, presence, clock.now(), { ...presence, status: 'online' });
    tx.emit([userId], 'own-presence', ownPresence(presence));
  }

  /**
   * Hides a user, with every account of the mailbox, until a report is judged. Pending pins are withdrawn, also those of
   * users who were incognito.
   */
  async function personHidden(tx: Tx, userId: string, hiding: Hiding): Promise<void> {
    const account = await lockAccount(tx.db, userId);
    if (!account) return;
    const { present, reporterId } = hiding;
    // The presences come first: a pin being made holds their locks until it exists and can be withdrawn. The reporter is
    // locked with the person, since the same report may go on to block them.
    const hidden = await hidePresences(tx.db, present, reporterId);
    await lockChats(tx.db, [...present, reporterId]);
    for (const one of present) await pins.withdrawAll(tx, one);
    for (const one of hidden) await presenceHidden(tx, one);
    await mail.hidden(tx, account, hiding);
  }

  return {
    presenceEnded,
    endPresence,
    lockToDelete,
    accountDeleted,
    personSuspended,
    personHidden,
    personBlocked,
  };
}
