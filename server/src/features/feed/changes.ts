import type { BodyOf, AnswerOf } from '@herenow/contract/call';
import { ageOn } from '@herenow/contract/ages';
import { cardMark } from '@herenow/contract/card-mark';
import { FEED_PAGE_MAX } from '@herenow/contract/constants';
import type { listFeedChanges } from '@herenow/contract/feed';
import type pg from 'pg';
import { cellCentre, cellDistanceKm, isCell, snapToCell } from '../../lib/cells.ts';
import type { Candidate } from './allowance.ts';
import { listStillSeen, type SeenRow } from './changes-store.ts';
import type { Search } from './query.ts';
import { listNear, withCards, type FeedRow } from './store.ts';

export type ChangesRequest = BodyOf<typeof listFeedChanges>;
export type Changes = AnswerOf<typeof listFeedChanges>;
type Came = Changes['came'][number];
type Card = NonNullable<Changes['changed'][number]['card']>;

/** The kilometres by which two ways of computing the same distance may differ. */
const TOLERANCE_KM = 1e-6;

/** How far the loaded part of a feed reaches, and its last user. */
interface Reach {
  km: number;
  last?: Candidate;
}

/** Returns the reach of the loaded part of a feed; undefined if the cursor was made at another place. */
export function reachOf(
  until: string | null | undefined,
  from: string,
  maxDistanceKm: number,
): Reach | undefined {
  if (!until) return { km: maxDistanceKm };
  const [was, cell, userId] = until.split('.') as [string, string, string];
  if (was !== from || !isCell(cell)) return undefined;
  const km = Math.min(maxDistanceKm, cellDistanceKm(from, cell) + TOLERANCE_KM);
  return { km, last: { cell, user_id: userId } };
}

interface Looking {
  pool: pg.Pool;
  search: Search;
  from: string;
  /** Users changed since the last request, and those the viewer may still see; undefined: everybody. */
  news: { userIds: readonly string[]; seen: SeenRow[] } | undefined;
  allow: <C extends Candidate>(people: C[]) => C[];
  view: (row: FeedRow) => Came;
}

/**
 * Finds what has changed in the loaded part of a feed. It reveals nothing that the feed itself would not show: everyone
 * else is `gone`. `allow` applies the account’s allowance, in which users already shown are free. With `news` the
 * result equals that of looking at every user, limited to the users in `news`.
 */
export async function findChanges(
  { shown: named, until }: ChangesRequest,
  looking: Looking,
): Promise<Omit<Changes, 'asOf'>> {
  const { search, from, news, allow, view } = looking;
  // Somebody whom a request names a thousand times is told of once.
  const shown = [...new Map(named.map((one) => [one.id, one])).values()];
  const reach = reachOf(until, from, search.maxDistanceKm);
  const ids = shown.map(({ id }) => id).filter((id) => !news || news.userIds.includes(id));
  const { seen, near } = await (news && reach
    ? lookAtSome(looking, news.seen, ids, reach.km)
    : lookAtAll(looking, ids, reach?.km));
  const still = new Map(allow(seen).map((row) => [row.user_id, row]));
  const others = await findOtherCards(shown, still, looking);
  const cards = new Map(others.slice(0, FEED_PAGE_MAX).map((row) => [row.user_id, cardOf(view(row))]));
  const loaded = near.filter((row) => !isBeyond(row, reach?.last));
  const came = allow(loaded);
  return {
    came: came.map((row) => view(row)),
    // If the allowance lets none of them through, another request would bring the same.
    more: others.length > cards.size || (came.length > 0 && !news && loaded.length === FEED_PAGE_MAX),
    gone: ids.filter((id) => !still.has(id)),
    changed: shown.flatMap((known) => {
      const row = still.get(known.id);
      const card = cards.get(known.id);
      if (!row || !(card || differs(known, row))) return [];
      const place = { onlineUntil: row.online_until.toISOString(), location: cellCentre(row.cell) };
      return [{ id: known.id, ...place, ...(card && { card }) }];
    }),
    moved: !reach,
  };
}

/** The shown users who may still be shown, and the other users nearby. */
interface Seen {
  seen: SeenRow[];
  near: FeedRow[];
}

async function lookAtAll({ pool, search, from }: Looking, ids: string[], km?: number): Promise<Seen> {
  const [seen, near] = await Promise.all([
    listStillSeen(pool, search.viewerId, ids, search.now),
    km === undefined
      ? []
      : listNear(pool, { ...search, maxDistanceKm: km, limit: FEED_PAGE_MAX, hidden: ids }),
  ]);
  return { seen: seen.filter((row) => fits(row, search, from)), near };
}

/** Returns those whom the client shows with another card than theirs. */
async function findOtherCards(
  shown: ChangesRequest['shown'],
  still: ReadonlyMap<string, SeenRow>,
  { pool, search }: Looking,
): Promise<FeedRow[]> {
  const marks = new Map(shown.flatMap(({ id, card }) => (card == null ? [] : [[id, card] as const])));
  const rows = await withCards(
    pool,
    [...still.values()].filter(({ user_id }) => marks.has(user_id)),
  );
  return rows.filter((row) => marks.get(row.user_id) !== markOf(row, search.now));
}

const cardOf = ({ id: _id, onlineUntil: _until, location: _location, ...card }: Came): Card => card;

const markOf = (row: FeedRow, now: Date): number =>
  cardMark({
    ...row,
    age: ageOn(row.date_of_birth, now),
    gender: row.gender as Came['gender'],
    myTags: row.tags,
  });

/** Looks only at users with a known change, in the order of a feed. */
async function lookAtSome(
  { pool, search, from }: Looking,
  rows: readonly SeenRow[],
  ids: readonly string[],
  km: number,
): Promise<Seen> {
  const fitting = rows.filter((row) => fits(row, search, from));
  const shown = new Set(ids);
  const others = fitting
    .filter(({ user_id }) => !shown.has(user_id))
    .map((row) => ({ row, distance: cellDistanceKm(from, row.cell) }))
    .filter(({ distance }) => distance <= km)
    .toSorted(
      (one, other) => one.distance - other.distance || (one.row.user_id < other.row.user_id ? -1 : 1),
    );
  return {
    seen: fitting.filter(({ user_id }) => shown.has(user_id)),
    near: await withCards(
      pool,
      others.map(({ row }) => row),
    ),
  };
}

/** Whether a user comes after the last one loaded: within a cell the feed is ordered by id. */
const isBeyond = ({ cell, user_id }: Candidate, last: Candidate | undefined) =>
  last !== undefined && cell === last.cell && user_id > last.user_id;

/** Whether the filter of a search matches a user; the conditions that hold for every feed were checked by the store. */
function fits(row: SeenRow, search: Search, from: string): boolean {
  const { maxDistanceKm, gender, bornUntil, bornAfter, interestedIn, verified } = search;
  return (
    cellDistanceKm(from, row.cell) <= maxDistanceKm + TOLERANCE_KM &&
    (!gender || gender.includes(row.gender)) &&
    (!bornUntil || row.date_of_birth <= bornUntil) &&
    (!bornAfter || row.date_of_birth > bornAfter) &&
    (!interestedIn || interestedIn.some((idea) => row.tags.includes(idea))) &&
    (!verified || row.verified)
  );
}

const differs = ({ onlineUntil, location }: ChangesRequest['shown'][number], row: SeenRow): boolean =>
  !location ||
  snapToCell(location) !== row.cell ||
  !onlineUntil ||
  Date.parse(onlineUntil) !== row.online_until.getTime();
