import type { AnswerOf, BodyOf } from '@herenow/contract/call';
import { DAY_MS, MAX_DISTANCE_KM, MAX_HIDDEN_IDS, STEP } from '@herenow/contract/constants';
import type { FeedItem } from '@herenow/contract/entities';
import type { countFeed, listFeed } from '@herenow/contract/feed';
import type { DestinationBody } from '@herenow/contract/queue';
import * as refusals from '@herenow/contract/refusals';
import type pg from 'pg';
import type { Db } from '../../database/db.ts';
import type { Admission } from '../../http/admission.ts';
import type { Caller } from '../../http/mount.ts';
import { cellCube, isCell, isCellCentre } from '../../lib/cells.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { Sender } from '../../realtime/sockets/destinations.ts';
import type { PhotosService } from '../photos/index.ts';
import type { PlacesService } from '../places/index.ts';
import { latestBirthday } from './ages.ts';
import { createAllowances } from './allowances.ts';
import type { Candidate } from './allowance.ts';
import { admitLook } from './changes-store.ts';
import { findChanges, reachOf, type Changes, type ChangesRequest } from './changes.ts';
import { COUNTED, countWithin } from './counts.ts';
import type { Search } from './query.ts';
import type { Changed } from './recent-changes.ts';
import * as store from './store.ts';
import { feedItemView } from './views.ts';
import type { Watchers } from './watchers.ts';

export type FeedRequest = BodyOf<typeof listFeed>;
export type FeedService = ReturnType<typeof createFeed>;

export interface FeedPage {
  items: FeedItem[];
  /** Whether the account’s allowance held back users of this page for some time. */
  withheld: boolean;
  /** The cursor of the next page; undefined if there is none. */
  next: string | undefined;
}

/** A version so high that no handout is newer. */
const NO_HANDOUTS = Number.MAX_SAFE_INTEGER;

type CountRequest = BodyOf<typeof countFeed>;
type WatchRequest = DestinationBody<'/app/feed.watch'>;

export function createFeed(options: {
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  photos: Pick<PhotosService, 'view'>;
  places: Pick<PlacesService, 'look'>;
  watchers: Watchers;
  /** False: no account is limited in how many people it sees. */
  allowance: boolean;
}) {
  const { db, pool, clock, photos, places, watchers } = options;
  const allowances = createAllowances(options);

  const findViewer = ({ userId, sessionId }: Caller) =>
    store.findViewer(pool, { userId, sessionId }, allowances.versionOf(userId));

  function allowed<C extends Candidate>(
    userId: string,
    viewer: store.Viewer,
    people: C[],
    from: string,
  ): C[] {
    if (!options.allowance) return people;
    return allowances.take(userId, viewer.handouts, { people, from, now: clock.now() });
  }

  /** Runs a task that shows people to an account after those that already do so. */
  const inTurn = <T>({ userId }: Caller, task: () => Promise<T>): Promise<T> =>
    options.allowance ? allowances.inTurn(userId, task) : task();

  /** Users changed since the last request; undefined: unknown, everybody has to be checked. */
  function newsOf(viewerId: string, { since, until, preferences }: ChangesRequest): Changed | undefined {
    const most = preferences?.maxDistanceKm;
    if (!since || !most) return undefined;
    return watchers.recent.listSince(viewerId, since, (from) => reachOf(until, from, most)?.km);
  }

  /** Returns a page of the users who are visible near a place, nearest first. */
  async function list(caller: Caller, request: FeedRequest, after?: string): Promise<FeedPage> {
    const viewer = await findViewer(caller);
    if (viewer?.step !== STEP.verified) throw new Refused(refusals.registrationUnfinished);
    const from = await places.look(caller, fixOf(request), viewer.viewpoint);
    if (!from) return { items: [], withheld: false, next: undefined };
    const now = clock.now();
    const search = searchOf(caller.userId, request, { from, viewer, now });
    const place = after === undefined ? undefined : placeAfter(after, from);
    const rows = await store.listNear(pool, place ? { ...search, skip: 0, after: place } : search);
    const shown = allowed(caller.userId, viewer, rows, from);
    // Not even the address of the next page may reveal a withheld user.
    const last = rows.length === request.limit ? shown.at(-1) : undefined;
    return {
      items: shown.map((row) => feedItemView(row, caller.userId, photos.view, now)),
      withheld: shown.length < rows.length,
      next: last && cursorAfter(last, from),
    };
  }

  /** Returns what has changed in a feed that a client shows. */
  async function listChanges(admission: Admission, request: ChangesRequest): Promise<Changes> {
    const { caller } = admission;
    // Read before any query: changes that arrive meanwhile are reported again by the next request.
    const upTo = watchers.recent.last();
    const news = newsOf(caller.userId, request);
    const now = clock.now();
    const version = allowances.versionOf(caller.userId);
    const looked = { userIds: news?.userIds ?? [], now };
    const { found, viewer, seen } = await admitLook(pool, caller, version, looked);
    await admission.settle(found);
    if (viewer.step !== STEP.verified) throw new Refused(refusals.registrationUnfinished);
    const from = await places.look(caller, undefined, viewer.viewpoint);
    const gone = request.shown.map(({ id }) => id);
    if (!from) return { asOf: null, came: [], more: false, gone, changed: [], moved: false };
    const page = { ...request, skip: 0, limit: 0 };
    // For a viewer who has moved since, everyone has to be compared.
    const known = news?.from === from ? news : undefined;
    const changes = await findChanges(request, {
      pool,
      search: searchOf(caller.userId, page, { from, viewer, now }),
      from,
      news: known && { userIds: known.userIds, seen },
      allow: (people) => allowed(caller.userId, viewer, people, from),
      view: (row) => feedItemView(row, caller.userId, photos.view, now),
    });
    return { asOf: watchers.recent.markAt(caller.userId, upTo, from, known && request.since!), ...changes };
  }

  /** Counts the people that a feed would show within each of some distances. */
  async function count(caller: Caller, request: CountRequest): Promise<AnswerOf<typeof countFeed>> {
    const viewer = await findViewer(caller);
    if (viewer?.step !== STEP.verified) throw new Refused(refusals.registrationUnfinished);
    const { distances } = request;
    const from = await places.look(caller, undefined, viewer.viewpoint);
    if (!from) return distances.map((maxDistanceKm) => ({ maxDistanceKm, people: null, more: false }));
    const now = clock.now();
    const maxDistanceKm = Math.max(...distances);
    const page = {
      ...request,
      preferences: { ...request.preferences, maxDistanceKm },
      skip: 0,
      limit: COUNTED,
    };
    const people = await store.listNear(pool, searchOf(caller.userId, page, { from, viewer, now }));
    return countWithin(distances, {
      people,
      from,
      known: (some) =>
        options.allowance
          ? allowances.known(caller.userId, viewer.handouts, { people: some, from, now })
          : [...some],
      take: (some) => allowed(caller.userId, viewer, [...some], from),
    });
  }

  return {
    list: (caller: Caller, request: FeedRequest, after?: string) =>
      inTurn(caller, () => list(caller, request, after)),
    listChanges: (admission: Admission, request: ChangesRequest) =>
      inTurn(admission.caller, () => listChanges(admission, request)),
    count: (caller: Caller, request: CountRequest) => inTurn(caller, () => count(caller, request)),

    /** Notifies a socket from now on when the feed that it shows has changed. */
    async watch(sender: Sender, { maxDistanceKm, until, ago }: WatchRequest): Promise<void> {
      // The next page of a feed this socket already watches: the viewer and their location are known.
      const known = maxDistanceKm && until ? watchers.placeOf(sender) : undefined;
      const reach = known === undefined ? undefined : reachOf(until, known, maxDistanceKm!);
      if (known !== undefined && reach) return await watchers.watch(sender, known, reach.km, ago);
      const [viewer, moved] = await watchers.whileLooking(sender, () =>
        store.findViewer(pool, sender, NO_HANDOUTS),
      );
      if (viewer?.step !== STEP.verified) throw new Refused(refusals.registrationUnfinished);
      const from = moved ?? viewer.viewpoint?.cell;
      if (!from) return;
      const most = maxDistanceKm ?? viewer.maxDistanceKm ?? MAX_DISTANCE_KM;
      await watchers.watch(sender, from, reachOf(until, from, most)?.km ?? most, ago);
    },

    /**
     * Whether the account’s allowance lets it see a person who could be in its feed. Counts the person. Asks the same
     * about nobody, or the response time would reveal that somebody beyond the allowance is visible.
     */
    async mayShow(caller: Caller, found: { person: Candidate; from: string } | undefined): Promise<boolean> {
      if (!options.allowance) return found !== undefined;
      return await inTurn(caller, async () => {
        const viewer = await findViewer(caller);
        if (!viewer || !found) return false;
        return allowed(caller.userId, viewer, [found.person], found.from).length > 0;
      });
    },

    sweep: (): Promise<void> => store.forgetDaysBefore(db, minus(clock.now(), DAY_MS)),
  };
}

const cursorAfter = ({ cell, user_id }: Candidate, from: string): string => `${from}.${cell}.${user_id}`;

/**
 * Returns the position that a device reports with a feed request. Ignores a cell centre that the server itself gave
 * out: some clients send back what they know of themselves, even from an outdated page, and that must not move the
 * user.
 */
const fixOf = ({ location }: FeedRequest) => (location && !isCellCentre(location) ? location : undefined);

/** Returns the user after whom the page begins; undefined if the viewer has moved since, and the pages begin again. */
function placeAfter(cursor: string, from: string): Search['after'] {
  const [was, cell, userId] = cursor.split('.') as [string, string, string];
  return was === from && isCell(cell) ? { pos: cellCube(cell), userId } : undefined;
}

/**
 * Returns the search of a request. A place is its cell here too: searching from a more exact one would reveal how far a
 * user is from the cell’s centre.
 */
function searchOf(
  viewerId: string,
  request: Omit<FeedRequest, 'location'>,
  { from, viewer, now }: { from: string; viewer: store.Viewer; now: Date },
): Search {
  const filter = request.preferences;
  const { blockedUsers, rejectedUsers, pinnedUsers, blockedByOthers } = request;
  const hidden = [blockedUsers, rejectedUsers, pinnedUsers, blockedByOthers].flatMap((ids) => ids ?? []);
  return {
    viewerId,
    from: cellCube(from),
    now,
    maxDistanceKm: filter?.maxDistanceKm ?? viewer.maxDistanceKm ?? MAX_DISTANCE_KM,
    skip: request.skip,
    limit: request.limit,
    gender: filled(filter?.gender),
    // Zero means no bound.
    bornUntil: filter?.minAge ? latestBirthday(filter.minAge, now) : undefined,
    bornAfter: filter?.maxAge ? latestBirthday(filter.maxAge + 1, now) : undefined,
    interestedIn: filled(filter?.interestedIn),
    verified: filter?.verifiedOnly ? true : undefined,
    hidden: filled(hidden.slice(0, MAX_HIDDEN_IDS)),
  };
}

const filled = <T>(list: T[] | null | undefined): T[] | undefined => (list?.length ? list : undefined);
