import type { BodyOf } from '@herenow/contract/call';
import { SETUP_PHOTOS, STEP } from '@herenow/contract/constants';
import type { OtherUser, OwnUser } from '@herenow/contract/entities';
import type * as calls from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { bioProblem, dateOfBirthProblem, nameProblem, tidyBio, tidyName } from '@herenow/contract/rules';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import type { Admission } from '../../http/admission.ts';
import type { Caller } from '../../http/mount.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { invalid, Refused } from '../../lib/errors.ts';
import type { Mailboxes, Verification } from '../accounts/index.ts';
import type { FeedService } from '../feed/index.ts';
import type { PhotosService } from '../photos/index.ts';
import type { PresenceService } from '../presence/index.ts';
import type { Removed } from '../removed/index.ts';
import { findFacts, isInFeedOf, isKnownTo, placeFor, presenceFor } from '../sight/index.ts';
import { nextStep } from './policy.ts';
import { findOwn, type OwnRow } from './own-store.ts';
import * as store from './store.ts';
import { otherView, ownView } from './views.ts';

type Update = BodyOf<typeof calls.updateUser>;

export interface ProfileOptions {
  db: Db;
  pool: pg.Pool;
  work: Work;
  clock: Clock;
  limits: Limits;
  photos: Pick<PhotosService, 'view' | 'views' | 'setHeld' | 'listHeldIds'>;
  presence: Pick<PresenceService, 'refresh'>;
  mailboxes: Pick<Mailboxes, 'countedAs'>;
  removed: Pick<Removed, 'checkTexts'>;
  /** How long a paused chat is kept. */
  retentionMs: number;
  /** Returns whether a user who could be in the viewer’s feed may be shown, and counts them. */
  mayShow: FeedService['mayShow'];
  /** Runs in the transaction that changes a user’s name, photos or date of birth. */
  onRowChanged(tx: Tx, userId: string): Promise<void>;
  /** What follows when a user reaches the last step before verifying the email. */
  verification: Pick<Verification, 'countFirst' | 'begin'>;
}

/** The limited parts of an update: its changes, or the mail with the first code. */
type Limited = 'toldByAccount' | 'nameByMailbox' | 'firstCode';
/** What has been counted of an update, and whether the first code may be mailed. */
interface Counted {
  what: readonly Limited[];
  mails: boolean;
}

/**
 * Undoes an update that must be counted first. Counting takes a connection of its own, and no transaction may wait for
 * one while it holds another.
 */
class Uncounted extends Error {
  readonly what: readonly Limited[];
  constructor(what: readonly Limited[]) {
    super();
    this.what = what;
  }
}

/** What other users’ lists show of a user, besides the first photo. */
const inRows = ['username', 'dateOfBirth'] as const;
/**
 * What feeds show or filter by, besides the photos. After any other change, clients that watch a feed would find
 * nothing new.
 */
const inFeeds = ['username', 'gender', 'dateOfBirth', 'bio', 'tags'] as const;

export type ProfileService = ReturnType<typeof createProfile>;

export function createProfile(options: ProfileOptions) {
  const { db, pool, work, clock, limits, photos, presence, removed } = options;

  function viewOf(row: OwnRow, now: Date): OwnUser {
    const { status, onlineUntil, startedAt } = row;
    const parts = {
      photos: row.heldPhotos.map((photo) => photos.view(photo, row.id)),
      presence: status && startedAt ? { status, onlineUntil, startedAt } : undefined,
      cell: row.cell ?? undefined,
    };
    return ownView(row, { ...row, ...parts }, now);
  }

  async function getOwn(caller: Caller): Promise<OwnUser> {
    const now = clock.now();
    const row = await findOwn(pool, caller, now);
    if (!row) throw new Refused(refusals.userNotFound);
    return viewOf(row, now);
  }

  /** Returns the caller’s own record. The query that reads it also admits the caller. */
  async function showOwn(admission: Admission): Promise<OwnUser> {
    const now = clock.now();
    const row = await findOwn(pool, admission.caller, now);
    await admission.settle({ lastUsedAt: row?.lastUsedAt ?? null, counted: true });
    // A live session always has a user row.
    return viewOf(row!, now);
  }

  /**
   * Returns another user as the viewer may know them: one that a feed could show now, or the other side of a chat.
   * Everybody else gives the same 404, found by the same query, without reading more of them.
   */
  async function getOther(viewer: Caller, userId: string): Promise<OtherUser> {
    const now = clock.now();
    const goneBefore = minus(now, options.retentionMs);
    const facts = await findFacts(db, { viewer, otherId: userId }, now, goneBefore);
    const found =
      facts && isInFeedOf(facts, now)
        ? { person: { user_id: userId, cell: facts.cell! }, from: facts.from! }
        : undefined;
    const inChat = facts !== undefined && !found && isKnownTo(facts, now);
    const may = inChat || (await options.mayShow(viewer, found));
    if (!facts || !may) throw new Refused(refusals.userNotFound);
    const [row, views] = await Promise.all([
      store.findUser(db, userId),
      photos.views(db, viewer.userId, [userId]),
    ]);
    if (!row) throw new Refused(refusals.userNotFound);
    const parts = {
      photos: views.get(userId) ?? [],
      presence: presenceFor(facts, now),
      cell: placeFor(facts, now),
    };
    return otherView(row, parts, now);
  }

  /** Makes the profile hold the wanted photos. Returns how many it then holds, and whether that is a change. */
  async function holdPhotos(tx: Tx, row: store.UserRow, wanted: Update['photos']) {
    const before = await photos.listHeldIds(tx.db, row.id);
    if (wanted === undefined) return { count: before.length, changed: false };
    // Without photos since an operator removed the last one, a client that sends the whole record names none.
    if (wanted.length === 0 && before.length > 0 && row.registration_step >= STEP.photos)
      throw new Refused(refusals.photoRequired);
    if (wanted.length > SETUP_PHOTOS && row.registration_step < STEP.verified)
      throw new Refused(refusals.setupPhotosTooMany);
    const count = await photos.setHeld(tx, row.id, wanted);
    return { count, changed: !isDeepStrictEqual(before, await photos.listHeldIds(tx.db, row.id)) };
  }

  /** Counts further limited parts of an update; throws when there are too many. */
  async function count(userId: string, what: readonly Limited[], counted: Counted): Promise<Counted> {
    let { mails } = counted;
    for (const one of what)
      if (one === 'firstCode') mails = await options.verification.countFirst(userId);
      else if (one === 'toldByAccount') await limits.take(one, userId);
      else await limits.take(one, await options.mailboxes.countedAs(userId));
    return { what: [...counted.what, ...what], mails };
  }

  /** Saves an update. Throws `Uncounted` if limits have to count more of it first. */
  async function updateIn(tx: Tx, userId: string, update: Update, counted: Counted): Promise<void> {
    const row = await store.lockRecord(tx.db, userId);
    if (!row) throw new Refused(refusals.userNotFound);
    const now = clock.now();
    checkChanged(row, update, now);
    const held = await holdPhotos(tx, row, update.photos);
    const before = currentOf(row);
    const fields = { ...before, ...changesOf(row, update) };
    const wanted = update.registrationStep ?? before.registrationStep;
    const registrationStep = nextStep(before.registrationStep, wanted, {
      ...fields,
      photoCount: held.count,
    });
    const changes = { ...fields, registrationStep };
    if (!held.changed && isDeepStrictEqual(before, changes)) return;
    const written = (['username', 'bio'] as const).filter((field) => changes[field] !== before[field]);
    await removed.checkTexts(
      tx.db,
      userId,
      written.map((field) => changes[field]),
    );
    const differs = (field: keyof store.Changes) => !isDeepStrictEqual(changes[field], before[field]);
    const [ofRows, ofFeeds] = [held.changed || inRows.some(differs), held.changed || inFeeds.some(differs)];
    const finishes = registrationStep === STEP.photos && before.registrationStep < STEP.photos;
    const limited: Limited[] = finishes ? ['firstCode'] : [];
    // Before that nobody sees the user.
    if (before.registrationStep === STEP.verified && ofFeeds) {
      limited.push('toldByAccount');
      if (differs('username')) limited.push('nameByMailbox');
    }
    const uncounted = limited.filter((one) => !counted.what.includes(one));
    if (uncounted.length > 0) throw new Uncounted(uncounted);
    await store.saveUser(tx.db, userId, changes, now);
    if (ofFeeds) await presence.refresh(tx, userId);
    if (ofRows) await options.onRowChanged(tx, userId);
    else tx.emit([userId], 'profiles', { userId });
    if (finishes && counted.mails) await options.verification.begin(tx, userId);
  }

  return {
    getOwn,
    showOwn,
    getOther,

    /** Saves the fields of a record that its owner may change. */
    async update(caller: Caller, update: Update): Promise<OwnUser> {
      const { userId } = caller;
      let counted: Counted = { what: [], mails: true };
      for (;;)
        try {
          await work((tx) => updateIn(tx, userId, update, counted));
          return await getOwn(caller);
        } catch (error) {
          if (!(error instanceof Uncounted)) throw error;
          // The record may have changed meanwhile, so that more has to be counted.
          counted = await count(userId, error.what, counted);
        }
    },
  };
}

/**
 * Checks what differs from what is stored: clients send the whole record, even for a user who has turned 81, or whose
 * name or bio breaks a rule that was made since.
 */
function checkChanged(row: store.UserRow, { username, bio, dateOfBirth }: Update, now: Date): void {
  const problem =
    (username === undefined || username === row.username ? undefined : nameProblem(username)) ??
    (bio == null || bio === row.bio ? undefined : bioProblem(bio)) ??
    (dateOfBirth == null || dateOfBirth === row.date_of_birth
      ? undefined
      : dateOfBirthProblem(dateOfBirth, now));
  if (problem !== undefined) throw invalid(problem);
}

function currentOf(row: store.UserRow): store.Changes {
  return {
    username: row.username,
    gender: row.gender,
    dateOfBirth: row.date_of_birth,
    bio: row.bio,
    tags: row.my_tags,
    maxDistanceKm: row.max_distance_km,
    notificationSettings: row.notification_settings,
    registrationStep: row.registration_step,
  };
}

/** Returns the fields that an update names. Null stands for a field never saved, and changes nothing. */
function changesOf(row: store.UserRow, update: Update): Partial<store.Changes> {
  const distance = update.preferences?.maxDistanceKm;
  const settings = Object.entries(update.notificationSettings ?? {}).filter(([, on]) => on !== undefined);
  return {
    ...(update.username === undefined ? {} : { username: tidyName(update.username) }),
    ...(update.gender == null ? {} : { gender: update.gender }),
    ...(update.dateOfBirth == null ? {} : { dateOfBirth: update.dateOfBirth }),
    ...(update.bio == null ? {} : { bio: tidyBio(update.bio) }),
    ...(update.myTags === undefined ? {} : { tags: update.myTags }),
    ...(distance == null ? {} : { maxDistanceKm: distance }),
    notificationSettings: { ...row.notification_settings, ...Object.fromEntries(settings) },
  };
}
