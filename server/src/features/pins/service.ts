import { MAX_VISIBILITY_MS, PIN_UNDO_MS } from '@herenow/contract/constants';
import type { Notification } from '@herenow/contract/queue';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import type { Caller } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Mailboxes } from '../accounts/index.ts';
import { noteDistances, noteFormer } from '../chats/index.ts';
import type { PhotosService } from '../photos/index.ts';
import { listPresences, requireUnhidden, type Presence } from '../presence/index.ts';
import type { PushService } from '../push/index.ts';
import { lockPair } from '../safety/index.ts';
import { findFacts, isNear } from '../sight/index.ts';
import type { PinMemories } from './memory.ts';
import { tellBoth, type Actor } from './notifications.ts';
import { decidePin, requireAnswerable, requireWithdrawable } from './policy.ts';
import * as store from './store.ts';

export type PinsService = ReturnType<typeof createPins>;

/** The two people of a pin, with what is known of them while both are locked. */
interface Pair {
  people: Map<string, store.Person>;
  presences: ReadonlyMap<string, Presence>;
  now: Date;
}

export function createPins(options: {
  work: Work;
  clock: Clock;
  limits: Limits;
  push: PushService;
  firstPhotos: PhotosService['firstPhotos'];
  memories: PinMemories;
  mailboxes: Pick<Mailboxes, 'countedAs'>;
  /** Called when pins of `pinnerId` were rejected, or are rejected no longer. */
  onRejections(tx: Tx, pinnerId: string, rejecterIds: readonly string[]): Promise<void>;
}) {
  const { work, clock, limits, push, firstPhotos, memories, mailboxes, onRejections } = options;

  async function lockPairOf(db: Db, ids: readonly string[]): Promise<Pair> {
    const people = await store.lockPeople(db, ids);
    const now = clock.now();
    return { people, presences: await listPresences(db, ids, now), now };
  }

  async function actorOf(db: Db, { id, username }: store.Person): Promise<Actor> {
    const photoOf = await firstPhotos(db, [id]);
    return { id, username, photoUrl: (viewerId) => photoOf(id, viewerId) };
  }

  /**
   * Wakes the recipient’s devices with a push that expires when the first of these presences ends: push services see
   * when that is.
   */
  async function wake(tx: Tx, userId: string, news: Notification, pair: Pair): Promise<void> {
    const ends = [...pair.presences.values()].flatMap(({ onlineUntil }) => onlineUntil?.getTime() ?? []);
    const latest = pair.now.getTime() + MAX_VISIBILITY_MS;
    const { type, content, chatId, senderPhotoUrl, senderId } = news;
    await push.notify(tx, {
      userId,
      senderId,
      kind: 'pin',
      // The delay lets the user withdraw a mistaken pin before it wakes any device.
      delaySeconds: type === 'PIN_REQUEST' ? PIN_UNDO_MS / 1000 : 0,
      payload: { type, content, chatId, senderPhotoUrl },
      expiresAt: new Date(Math.min(latest, ...ends)),
    });
  }

  async function add(tx: Tx, initiatorId: string, recipientId: string, pair: Pair): Promise<void> {
    const chatId = newId();
    await store.addPin(tx.db, { chatId, initiatorId, recipientId }, pair.now);
    await noteDistances(tx.db, initiatorId, pair.now, chatId);
    const [initiator, target] = [pair.people.get(initiatorId)!, pair.people.get(recipientId)!];
    await memories.notePin(tx.db, initiator, target, pair.now);
    const actor = await actorOf(tx.db, initiator);
    await wake(tx, recipientId, tellBoth(tx, 'pinned', chatId, actor, target), pair);
  }

  /** Removes a rejected pin to make room for one by its rejecter. Only its initiator still has a row for it. */
  async function removeRejected(tx: Tx, { chatId, lowId, highId, initiatedBy }: store.Pin): Promise<void> {
    await store.removePin(tx.db, chatId);
    await onRejections(tx, initiatedBy, [initiatedBy === lowId ? highId : lowId]);
    tx.emit([initiatedBy], 'chats-gone', { chatId });
  }

  /** Accepts a pin. `mutual`: the recipient did so by pinning back. */
  async function accept(tx: Tx, pin: store.Pin, recipientId: string, pair: Pair, mutual = false) {
    const { chatId, initiatedBy } = pin;
    const recipient = pair.presences.get(recipientId);
    const paused = !recipient || !pair.presences.has(initiatedBy);
    await store.answerPin(tx.db, chatId, { status: 'accepted', paused }, pair.now);
    await noteDistances(tx.db, recipientId, pair.now, chatId);
    const [initiator, person] = [pair.people.get(initiatedBy)!, pair.people.get(recipientId)!];
    await memories.noteAccept(tx.db, initiator, person);
    const actor = await actorOf(tx.db, person);
    const news = tellBoth(tx, mutual ? 'mutual' : 'accepted', chatId, actor, initiator);
    // From now on the initiator sees the presence of the recipient, which may be incognito.
    tx.emit([initiatedBy], 'presence', {
      userId: recipientId,
      online: recipient !== undefined,
      onlineUntil: recipient?.onlineUntil?.toISOString() ?? null,
    });
    await wake(tx, initiatedBy, news, pair);
  }

  /** Tells both people of a rejection, which hides the recipient’s presence from the initiator. */
  async function tellRejected(tx: Tx, pin: store.MadePin, actor: Actor, pair: Pair): Promise<void> {
    const { chatId, initiatedBy, initiatorName } = pin;
    const news = tellBoth(tx, 'rejected', chatId, actor, { id: initiatedBy, username: initiatorName });
    tx.emit([initiatedBy], 'presence', { userId: actor.id, online: false, onlineUntil: null });
    // The initiator’s own presence alone: anybody may run the push service of their device.
    const own = new Map([...pair.presences].filter(([userId]) => userId === initiatedBy));
    await wake(tx, initiatedBy, news, { ...pair, presences: own });
  }

  /**
   * Rejects a pin, and `others` that wait from accounts of the same mailbox: to whoever answers, they are one person, so
   * all of it counts as one rejection.
   */
  async function reject(
    tx: Tx,
    pin: store.MadePin,
    recipientId: string,
    pair: Pair,
    others: readonly store.MadePin[],
  ): Promise<void> {
    const rejected = [pin, ...others.filter(({ initiatedBy }) => pair.presences.has(initiatedBy))];
    const former = rejected.map(({ initiatedBy }) => ({ userId: recipientId, otherId: initiatedBy }));
    for (const { chatId } of rejected)
      await store.answerPin(tx.db, chatId, { status: 'rejected', paused: false }, pair.now);
    const [initiator, person] = [pair.people.get(pin.initiatedBy)!, pair.people.get(recipientId)!];
    await noteFormer(tx.db, former, pair.now);
    const active = pair.presences.has(recipientId);
    await memories.noteReject(tx.db, initiator, { email: person.email, active }, pair.now);
    await onRejections(tx, pin.initiatedBy, [recipientId]);
    const actor = await actorOf(tx.db, person);
    for (const one of rejected) await tellRejected(tx, one, actor, pair);
  }

  async function takeBack(
    tx: Tx,
    what: 'ended' | 'withdrawn',
    userId: string,
    recipientIds?: readonly string[],
  ): Promise<void> {
    const withdrawn = await store.removeUnaccepted(tx.db, userId, recipientIds);
    const former = withdrawn
      .filter(({ status }) => status === 'pending')
      .map(({ recipientId }) => ({ userId: recipientId, otherId: userId }));
    await noteFormer(tx.db, former, clock.now());
    const rejecters = withdrawn.filter(({ status }) => status === 'rejected');
    await onRejections(
      tx,
      userId,
      rejecters.map(({ recipientId }) => recipientId),
    );
    const photoOf = await firstPhotos(tx.db, withdrawn.length > 0 ? [userId] : []);
    const photoUrl = (viewerId: string) => photoOf(userId, viewerId);
    for (const { chatId, status, initiatorName, recipientId, recipientName } of withdrawn) {
      if (status === 'rejected') {
        tx.emit([userId], 'chats-gone', { chatId });
        continue;
      }
      const actor = { id: userId, username: initiatorName, photoUrl };
      tellBoth(tx, what, chatId, actor, { id: recipientId, username: recipientName });
    }
  }

  /**
   * Finds the pin, locks what the decision depends on, and calls `give` if the user may accept or reject the pin.
   * `others`: those that wait for the user from other accounts of its initiator’s mailbox.
   */
  async function answer(
    userId: string,
    chatId: string,
    give: (
      tx: Tx,
      pin: store.MadePin,
      userId: string,
      pair: Pair,
      others: readonly store.MadePin[],
    ) => Promise<void>,
  ): Promise<void> {
    await work(async (tx) => {
      const found = await store.findPin(tx.db, chatId);
      const pair = await lockPairOf(tx.db, found ? [found.lowId, found.highId] : []);
      const [maker, recipient] = [pair.people.get(found?.initiatedBy ?? ''), pair.people.get(userId)];
      // Before the pin, in the same order as pinning: if two accounts of a mailbox answer at once, one waits for the
      // other.
      if (maker && recipient) await memories.lock(tx, maker, recipient);
      const pins = found ? await store.lockPins(tx.db, found, userId) : [];
      const pin = pins.find((one) => one.chatId === chatId);
      // A user who is becoming active locks the chat, but had no presence to lock before.
      const concerned = new Set([...pair.people.keys(), ...pins.map(({ initiatedBy }) => initiatedBy)]);
      const presences = await listPresences(tx.db, [...concerned], pair.now);
      const initiator = pin && pair.people.get(pin.initiatedBy);
      const initiatorThere = initiator !== undefined && !initiator.suspended;
      const initiatorActive = initiator !== undefined && presences.has(initiator.id);
      const answerable = requireAnswerable({ userId, pin, initiatorThere, initiatorActive });
      const others = pins.filter((one) => one !== answerable);
      await give(tx, answerable, userId, { ...pair, presences }, others);
    });
  }

  return {
    /** Pins a visible user, or accepts their pin if it is pending. */
    async pin(caller: Caller, targetId: string): Promise<void> {
      const { userId } = caller;
      const counted = await mailboxes.countedAs(userId);
      await limits.take('pinByMailbox', counted);
      await limits.take('pinByMailboxDaily', counted);
      await work(async (tx) => {
        await lockPair(tx.db, userId, targetId);
        const pair = await lockPairOf(tx.db, [userId, targetId]);
        const [me, target] = [pair.people.get(userId), pair.people.get(targetId)];
        // The lookup also runs for an unknown target, so that the time of the refusal does not reveal whether the user
        // exists. It comes first: a block that it waits for is part of the facts.
        const memory = me && (await memories.find(tx, me, target ?? me, pair.now));
        const facts = await findFacts(tx.db, { viewer: caller, otherId: targetId }, pair.now, pair.now);
        const targetThere = facts !== undefined && !facts.suspended && !facts.blocked;
        const near = facts !== undefined && isNear(facts);
        const existing = await store.lockPinOfPair(tx.db, userId, targetId);
        const [mine, theirs] = [pair.presences.get(userId), pair.presences.get(targetId)];
        requireUnhidden(await store.findHiddenUntil(tx.db, userId), pair.now);
        const attempt = { userId, targetId, mine, theirs, targetThere, existing, near, memory };
        if (decidePin(attempt, pair.now) === 'accept') return await accept(tx, existing!, userId, pair, true);
        if (existing) await removeRejected(tx, existing);
        await add(tx, userId, targetId, pair);
      });
    },

    /** Withdraws a pin that was made a moment ago. */
    async withdraw(userId: string, targetId: string): Promise<void> {
      await work(async (tx) => {
        await lockPair(tx.db, userId, targetId);
        const { people, now } = await lockPairOf(tx.db, [userId, targetId]);
        const existing = await store.lockPinOfPair(tx.db, userId, targetId);
        const pin = requireWithdrawable(userId, existing, now);
        await store.removePin(tx.db, pin.chatId);
        await noteFormer(tx.db, [{ userId: targetId, otherId: userId }], now);
        const actor = await actorOf(tx.db, people.get(userId)!);
        tellBoth(tx, 'withdrawn', pin.chatId, actor, people.get(targetId)!);
      });
    },

    accept: (userId: string, chatId: string): Promise<void> =>
      answer(userId, chatId, async (tx, pin, recipientId, pair) => {
        requireUnhidden(await store.findHiddenUntil(tx.db, userId), pair.now);
        await accept(tx, pin, recipientId, pair);
      }),

    reject: (userId: string, chatId: string): Promise<void> => answer(userId, chatId, reject),

    /** Returns the status of a pin; undefined if it is gone. */
    statusOf: async (db: Db, chatId: string) => (await store.findPin(db, chatId))?.status,

    /** Withdraws the pending pins of a user whose presence has ended, and removes the rejected ones. */
    withdrawAll: (tx: Tx, userId: string): Promise<void> => takeBack(tx, 'ended', userId),

    /** Does the same for recipients whom the user has blocked: to them it looks as if the user had left. */
    withdrawFrom: (tx: Tx, userId: string, recipientIds: readonly string[]): Promise<void> =>
      takeBack(tx, 'withdrawn', userId, recipientIds),
  };
}
