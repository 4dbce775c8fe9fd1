import type { AnswerOf, BodyOf } from '@herenow/contract/call';
import type * as calls from '@herenow/contract/faces';
import type { FaceCheck, WaitingFace } from '@herenow/contract/faces';
import type { ModerationEntry } from '@herenow/contract/moderation';
import { ageOn } from '@herenow/contract/ages';
import * as refusals from '@herenow/contract/refusals';
import { randomInt } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Keys } from '../../lib/keys.ts';
import { createSeal } from '../../lib/seal.ts';
import { createSlots } from '../../lib/slots.ts';
import { requireFinished, type Mailboxes } from '../accounts/index.ts';
import type { Mail } from '../mail/index.ts';
import {
  addEntry,
  countAct,
  couldAnother,
  entryView,
  HOLD_REST_MS,
  nextHold,
  noteLook,
  noteOnce,
  requireOperator,
  type Operator,
} from '../moderation/index.ts';
import type { MakePicture, PhotosService } from '../photos/index.ts';
import * as policy from './policy.ts';
import * as store from './store.ts';

type Decision = BodyOf<typeof calls.closeFace>;
interface FacesOptions {
  db: Db;
  work: Work;
  clock: Clock;
  keys: Keys;
  limits: Limits;
  mailboxes: Pick<Mailboxes, 'countedAs'>;
  mail: Pick<Mail, 'faceVerified' | 'faceDeclined'>;
  photos: Pick<PhotosService, 'views'>;
  makePicture: MakePicture;
  /** Runs in the transaction that sets or removes the mark on a profile. */
  onMarkChanged(tx: Tx, userId: string): Promise<void>;
}

export type FacesService = ReturnType<typeof createFaces>;

/**
 * Lets users show that their photos are theirs: two selfies with random poses, which an operator compares with the
 * profile. Nothing measures a face, no other user sees the selfies, and they are erased with the decision.
 */
export function createFaces(options: FacesOptions) {
  const { db, work, clock, limits, mail } = options;
  const seal = createSeal<string>(options.keys.seals, options.keys.previous?.seals);
  const context = (userId: string) => `selfie ${userId}`;
  /** Handles one user’s concurrent pictures in sequence. Only one of them can count, and they hold up nobody else’s. */
  const turns = createSlots(1);

  async function find(userId: string): Promise<FaceCheck> {
    const [check, verified] = [await store.findCheck(db, userId), await store.isVerified(db, userId)];
    return policy.faceCheckView(check, verified, clock.now());
  }

  async function lock(tx: Tx, userId: string): Promise<store.Person> {
    const person = await store.lockPerson(tx.db, userId);
    if (!person) throw new Refused(refusals.userNotFound);
    return person;
  }

  /** Returns the check if the picture of its pose may arrive now; throws otherwise. */
  async function getPosing(on: Db, userId: string, now: Date): Promise<policy.Check> {
    const check = await store.findCheck(on, userId);
    if (!check || !policy.isPosing(check, now)) throw new Refused(refusals.faceLate);
    return check;
  }

  async function getSamePosing(
    on: Db,
    userId: string,
    { arrived, drawnAt }: { arrived: Date; drawnAt: Date },
  ): Promise<policy.Check> {
    const check = await getPosing(on, userId, arrived);
    if (check.drawnAt.getTime() !== drawnAt.getTime()) throw new Refused(refusals.faceLate);
    return check;
  }

  /**
   * Stores the picture of a pose. Throws if another picture of this pose was stored, or another check begun, before.
   */
  async function add(userId: string, picture: string, pose: { arrived: Date; drawnAt: Date }): Promise<void> {
    await getSamePosing(db, userId, pose);
    const { files } = await options.makePicture(Buffer.from(picture, 'base64'));
    const selfie = seal.seal(files.get('640.webp')!.toString('base64'), context(userId));
    await work(async (tx) => {
      await lock(tx, userId);
      const check = await getSamePosing(tx.db, userId, pose);
      const last = check.selfies.length + 1 === policy.SELFIES;
      const next = last ? undefined : policy.drawPose(check.poses, randomInt);
      await store.addSelfie(tx.db, userId, { selfie, pose: next, now: clock.now() });
    });
  }

  /** Locks and returns a pending check. Throws 409 while another operator holds it. */
  async function lockWaiting(
    tx: Tx,
    { id: operatorId, accounts }: Operator,
    userId: string,
  ): Promise<{ person: store.Person; row: store.WaitingRow }> {
    if (accounts.includes(userId)) throw new Refused(refusals.moderateSelf);
    const person = await store.lockPerson(tx.db, userId);
    const [row] = person ? await store.listWaiting(tx.db, clock.now(), { userId }) : [];
    if (!person || !row) throw new Refused(refusals.notFound);
    if (row.heldBy !== null && row.heldBy !== operatorId) throw new Refused(refusals.caseHeld);
    return { person, row };
  }

  /**
   * Reserves a pending check for this operator for a while and returns it. As with cases, an operator who has used up
   * the time may still read and decide it until another operator takes it.
   */
  async function take(tx: Tx, operator: Operator, userId: string): Promise<store.WaitingRow> {
    const { row } = await lockWaiting(tx, operator, userId);
    const { id: operatorId } = operator;
    const now = clock.now();
    const alone = !(await couldAnother(tx.db, { userId, operatorId }));
    const hold = nextHold(await store.findHold(tx.db, userId), { operatorId, alone }, now);
    if (hold === 'elsewhere') throw new Refused(refusals.caseHeld);
    if (hold === 'spent') {
      await noteOnce(tx.db, { operatorId, userId, action: 'hold' }, minus(now, HOLD_REST_MS), now);
      return { ...row, heldBy: null };
    }
    await store.setHold(tx.db, userId, hold);
    return { ...row, heldBy: operatorId };
  }

  const view = ({ userId, username, dateOfBirth, sentAt, heldBy }: store.WaitingRow): WaitingFace => ({
    userId,
    username,
    age: dateOfBirth === null ? null : ageOn(dateOfBirth, clock.now()),
    sent: sentAt.toISOString(),
    heldBy,
  });

  return {
    find,

    /** Starts a check and draws the first pose; replaces an unfinished or declined check. */
    async begin(userId: string): Promise<FaceCheck> {
      await limits.take('faceByMailbox', await options.mailboxes.countedAs(userId));
      await work(async (tx) => {
        const { firstPhoto, verified } = await lock(tx, userId);
        // Anybody opens thousands of accounts, whose selfies would wait in front of everybody else’s.
        await requireFinished(tx.db, userId);
        if (verified) throw new Refused(refusals.faceKnown);
        if (firstPhoto === null) throw new Refused(refusals.faceNoPhoto);
        const before = await store.findCheck(tx.db, userId);
        if (before && policy.isWaiting(before)) throw new Refused(refusals.faceWaiting);
        await store.putCheck(tx.db, userId, policy.drawPose(before?.poses ?? [], randomInt), clock.now());
      });
      return await find(userId);
    },

    /** Accepts the picture of the last pose, if it arrives in time. */
    async send(userId: string, picture: string): Promise<FaceCheck> {
      const arrived = clock.now();
      const { drawnAt } = await getPosing(db, userId, arrived);
      await turns.take(userId, () => add(userId, picture, { arrived, drawnAt }));
      return await find(userId);
    },

    /** Erases the selfies, the decision and the mark. */
    end: (userId: string): Promise<void> =>
      work(async (tx) => {
        await lock(tx, userId);
        await store.deleteCheck(tx.db, userId);
        await store.setVerified(tx.db, userId, null);
        await options.onMarkChanged(tx, userId);
      }),

    async list(operatorId: string): Promise<WaitingFace[]> {
      const { accounts: but } = await requireOperator(db, operatorId);
      return (await store.listWaiting(db, clock.now(), { but })).map(view);
    },

    /** Counts the checks pending for an operator, up to the maximum length of a list. */
    count: async ({ accounts: but }: Operator): Promise<number> =>
      (await store.listWaiting(db, clock.now(), { but })).length,

    /**
     * Returns the selfies beside the profile, logs the look, and reserves the check for this operator for ten minutes,
     * half an hour a day at most.
     */
    async open(operatorId: string, userId: string): Promise<AnswerOf<typeof calls.openFace>> {
      const operator = await requireOperator(db, operatorId);
      const row = await work(async (tx) => {
        const taken = await take(tx, operator, userId);
        await noteLook(tx.db, { operatorId, userId }, clock.now());
        return taken;
      });
      const check = await store.findCheck(db, userId);
      const photos = await options.photos.views(db, operatorId, [userId]);
      return {
        ...view(row),
        photos: photos.get(userId) ?? [],
        selfies: (check?.selfies ?? []).map((selfie, index) => ({
          pose: check!.poses[index]!,
          picture: seal.open(selfie, context(userId)),
        })),
      };
    },

    /** Decides a check, erases the selfies, logs it and notifies the user, in one transaction. */
    async close(operatorId: string, userId: string, decision: Decision): Promise<ModerationEntry> {
      const operator = await requireOperator(db, operatorId);
      const why = decision.why?.trim() ?? '';
      const decide = async (tx: Tx) => {
        const { person, row } = await lockWaiting(tx, operator, userId);
        if (decision.sent && decision.sent !== row.sentAt.toISOString()) throw new Refused(refusals.notFound);
        if (decision.decision === 'verify') {
          if (person.firstPhoto !== decision.photoId) throw new Refused(refusals.facePhotoChanged);
          await store.setVerified(tx.db, userId, decision.photoId);
          await options.onMarkChanged(tx, userId);
          await store.deleteCheck(tx.db, userId);
          await mail.faceVerified(tx, person, undefined);
        } else {
          await store.declineCheck(tx.db, userId, why, clock.now());
          tx.emit([userId], 'profiles', { userId });
          await mail.faceDeclined(tx, person, { why });
        }
        const act = { operatorId, userId, action: decision.decision, why, createdAt: clock.now() };
        return entryView(await addEntry(tx.db, act));
      };
      return await countAct(limits, { operatorId, action: decision.decision }, () => work(decide));
    },

    /** Erases checks that nobody looked at in time. Any node may run it. */
    async sweep(): Promise<void> {
      const now = clock.now();
      const ago = (ms: number) => minus(now, ms);
      const before = {
        waiting: ago(policy.WAIT_MS),
        unfinished: ago(policy.UNFINISHED_MS),
        declined: ago(policy.DECLINED_MS),
      };
      await store.deleteOutdated(db, before, now);
    },
  };
}
