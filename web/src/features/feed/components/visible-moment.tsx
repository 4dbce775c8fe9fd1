import { FEED_PAGE } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import { serverNow } from '../../../lib/clock.ts';
import { cx } from '../../../ui/cx.ts';
import { Photo } from '../../../ui/photo.tsx';
import { PinMark } from '../../../ui/pin-mark.tsx';
import { statusOf } from '../../presence/index.ts';
import { filterProblem } from '../filter.ts';
import { useFilter } from '../filter-store.ts';
import { loadedPeople, useFeed } from '../queries.ts';
import { words } from '../success-words.ts';
import { words as feedWords } from '../words.ts';
import './visible-moment.css';

/** A hexagonal cell with a corner at the top, in a drawing of 320 by 320: its radius, and the cells' distance. */
const CORNER = 52;
const PITCH = CORNER * Math.sqrt(3);
const MIDDLE = 160;
/** The six cells around, the upper ones first, in reading order. */
const AROUND = [-60, -120, 0, 180, 60, 120].map((degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return { x: MIDDLE + PITCH * Math.cos(angle), y: MIDDLE + PITCH * Math.sin(angle) };
});

/**
 * The user's own cell, on which the pin lands, and neighbours that light up as people are found. Their positions say
 * nothing about where those people are. Prefetches the feed.
 */
export function VisibleMoment({ me }: { me: OwnUser }) {
  const filter = useFilter(me);
  const feed = useFeed(me, filter);
  const people = loadedPeople(feed.data);
  const status = statusOf(me, serverNow());
  return (
    <>
      <div aria-hidden="true" className="moment">
        <svg viewBox="0 0 320 320">
          {AROUND.map((cell, at) => (
            <Cell key={at} {...cell} className={people[at] && 'lit'} />
          ))}
          <Cell x={MIDDLE} y={MIDDLE} className="own" />
        </svg>
        {AROUND.map(({ x, y }, at) => {
          const person = people[at];
          return (
            person && (
              <Photo
                key={person.id}
                photo={person.photos[0]}
                alt=""
                eager
                sizes="84px"
                className="found"
                style={{ left: `${x / 3.2}%`, top: `${y / 3.2}%`, animationDelay: `${420 + at * 110}ms` }}
              />
            )
          );
        })}
        <span className="ring" />
        <PinMark className={cx('pin', status === 'incognito' ? 'text-ink' : 'text-signal')} />
      </div>
      <p role="status" className="mt-2 min-h-6 text-body font-semibold">
        {filterProblem(filter) ??
          (feed.isPending ? words.looking : feed.isError ? feedWords.failed : found(people.length, status))}
      </p>
    </>
  );
}

function Cell({ x, y, className }: { x: number; y: number; className?: string | undefined }) {
  const corners = Array.from({ length: 6 }, (_, at) => {
    const angle = ((at * 60 + 30) * Math.PI) / 180;
    return `${x + (CORNER - 4) * Math.cos(angle)},${y + (CORNER - 4) * Math.sin(angle)}`;
  });
  return <polygon points={corners.join(' ')} className={className} />;
}

function found(count: number, status: ReturnType<typeof statusOf>): string | undefined {
  if (count >= FEED_PAGE) return words.many;
  if (count > 1) return words.some(count);
  if (count === 1) return words.one;
  if (status === 'incognito') return words.hidden;
  return status === 'online' ? words.nobody : undefined;
}
