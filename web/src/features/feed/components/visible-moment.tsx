import { FEED_PAGE } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import { serverNow } from '../../../lib/clock.ts';
import { cx } from '../../../ui/cx.ts';
import { later } from '../../../ui/later.tsx';
import { Photo } from '../../../ui/photo.tsx';
import { PinMark } from '../../../ui/pin-mark.tsx';
import { statusOf } from '../../presence/index.ts';
import { filterProblem } from '../filter.ts';
import { useFilter } from '../filter-store.ts';
import { loadedPeople, useFeed } from '../queries.ts';
import { words } from '../success-words.ts';
import { words as feedWords } from '../words.ts';
import './visible-moment.css';

const UnseenFeed = later(async () => ({ default: (await import('./live-feed.tsx')).UnseenFeed }));

/**
 * The tiles of a honeycomb, counted from the user's own in columns and rows; every other row is shifted by half a column.
 */
type Tile = readonly [column: number, row: number];
/**
 * The order in which people light up: the six adjacent tiles first, so that a few of them are balanced, then those
 * beyond.
 */
const NEIGHBOURS: readonly Tile[] = [
  [1, 0],
  [-1, 0],
  [0.5, -1],
  [-0.5, 1],
  [-0.5, -1],
  [0.5, 1],
  [0, -2],
  [1, -2],
  [-1, -2],
  [1.5, -1],
  [-1.5, -1],
  [2, 0],
  [-2, 0],
];
const ROWS = [-2, -1, 0, 1, 2];
const COLUMNS = [-4, -3, -2, -1, 0, 1, 2, 3, 4];
/** The units between tiles; the centre of the user's own is the origin. */
const PITCH = 100;
const ROW = (PITCH * Math.sqrt(3)) / 2;
/** A tile with a corner at the top, a little smaller than its place. */
const HEXAGON = 'm0-54 46.8 27v54l-46.8 27-46.8-27v-54z';
const at = ([column, row]: Tile) => `M${column * PITCH} ${(row * ROW).toFixed(1)}${HEXAGON}`;
const OWN = at([0, 0]);
const COMB = ROWS.flatMap((row) => COLUMNS.map((column): Tile => [column + (row % 2) / 2, row]))
  .map(at)
  .join('');
/** Returns the position of a tile, as shares of the drawing of 900 by 500 units. */
const placeOf = ([column, row]: Tile) => ({
  left: `${50 + (column * PITCH) / 9}%`,
  top: `${50 + (row * ROW) / 5}%`,
});

/**
 * The user's own tile, on which the pin lands, and neighbours that light up as people are found. Their positions say
 * nothing about where those people are. Prefetches the feed and keeps up with it.
 */
export function VisibleMoment({ me }: { me: OwnUser }) {
  const filter = useFilter(me);
  const feed = useFeed(me, filter);
  const people = loadedPeople(feed.data).filter(({ gone }) => !gone);
  const status = statusOf(me, serverNow());
  return (
    <div className={cx('moment', status !== 'online' && 'hidden-self')}>
      <div aria-hidden className="map">
        <div className="comb">
          <svg viewBox="-450 -250 900 500">
            <path d={COMB} />
            <path d={OWN} className="own" />
          </svg>
          {NEIGHBOURS.map((tile, index) => {
            const person = people[index];
            return (
              person && (
                <Photo
                  key={person.id}
                  photo={person.photos[0]}
                  alt=""
                  eager={index < 6}
                  sizes="160px"
                  className="found"
                  style={{ ...placeOf(tile), animationDelay: `${420 + index * 80}ms` }}
                />
              )
            );
          })}
          <span className="ring" />
          <span className="self">
            <PinMark />
            <Photo photo={me.photos[0]} alt="" eager sizes="96px" />
          </span>
        </div>
      </div>
      <UnseenFeed me={me} filter={filter} />
      <p role="status" className="tally">
        {filterProblem(filter) ??
          (feed.isPending ? words.looking : feed.isError ? feedWords.failed : found(people.length, status))}
      </p>
    </div>
  );
}

function found(count: number, status: ReturnType<typeof statusOf>): string | undefined {
  if (count >= FEED_PAGE) return words.many;
  if (count > 1) return words.some(count);
  if (count === 1) return words.one;
  if (status === 'incognito') return words.hidden;
  return status === 'online' ? words.nobody : undefined;
}
