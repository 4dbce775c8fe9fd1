import type { BodyOf } from '@herenow/contract/call';
import { MAX_DISTANCE_KM } from '@herenow/contract/constants';
import type { FeedItem } from '@herenow/contract/entities';
import type { listFeed } from '@herenow/contract/feed';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../database/tables.ts';
import { cellCube, snapToCell } from '../../lib/cells.ts';
import type { Clock } from '../../lib/clock.ts';
import { latestBirthday } from './ages.ts';
import type { Search } from './query.ts';
import { findViewer, listNear, type Viewer } from './store.ts';
import { feedItemView } from './views.ts';

export type FeedRequest = BodyOf<typeof listFeed>;
export type FeedService = ReturnType<typeof createFeed>;

export function createFeed({ db, pool, clock }: { db: Kysely<Database>; pool: pg.Pool; clock: Clock }) {
  return {
    /** A page of the people who are visible near a place, nearest first. */
    async list(viewerId: string, request: FeedRequest): Promise<FeedItem[]> {
      const now = clock.now();
      const complete = request.location != null && request.preferences?.maxDistanceKm != null;
      const viewer = complete ? undefined : await findViewer(db, viewerId);
      const cell = request.location ? snapToCell(request.location) : viewer?.cell;
      if (!cell) return [];
      const rows = await listNear(pool, searchOf(viewerId, request, { cell, viewer, now }));
      return rows.map((row) => feedItemView(row, now));
    },
  };
}

/** A place is its cell here too: a search from a finer one would tell how far off the cell’s centre someone is. */
function searchOf(
  viewerId: string,
  request: FeedRequest,
  { cell, viewer, now }: { cell: string; viewer: Viewer | undefined; now: Date },
): Search {
  const filter = request.preferences;
  const hidden = [
    ...(request.blockedUsers ?? []),
    ...(request.blockedByOthers ?? []),
    ...(request.rejectedUsers ?? []),
    ...(request.pinnedUsers ?? []),
  ];
  return {
    viewerId,
    from: cellCube(cell),
    now,
    maxDistanceKm: filter?.maxDistanceKm ?? viewer?.max_distance_km ?? MAX_DISTANCE_KM,
    skip: request.skip,
    limit: request.limit,
    gender: filled(filter?.gender),
    // Zero stands for no bound.
    bornUntil: filter?.minAge ? latestBirthday(filter.minAge, now) : undefined,
    bornAfter: filter?.maxAge ? latestBirthday(filter.maxAge + 1, now) : undefined,
    interestedIn: filled(filter?.interestedIn),
    hidden: filled(hidden),
  };
}

const filled = <T>(list: T[] | null | undefined): T[] | undefined => (list?.length ? list : undefined);
