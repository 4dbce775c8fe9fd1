import { useEffect } from 'react';
import { countdown, remainingMs } from '../../presence/index.ts';
import { words } from '../words.ts';
import type { Person } from '../person.ts';
import { PhotoCardSkeleton } from '../../../ui/skeleton.tsx';
import { useGridWindow } from '../use-grid-window.ts';
import { FeedCard } from './feed-card.tsx';

export const GRID = 'people grid grid-cols-1 gap-5 md:grid-cols-2 xl:grid-cols-3';

interface Props {
  people: Person[];
  /** In milliseconds. */
  now: number;
  /** Whether more pages may follow. */
  more: boolean;
  busy: boolean;
  /** The user whose pin is in flight, and the one whose card is about to leave. */
  pinning: string | undefined;
  leaving: string | undefined;
  onPin: (person: Person) => void;
  /** Called when the leaving card has finished its animation. */
  onLeft: (nobody: undefined) => void;
}

/** Renders the cards in and near the viewport; each has its position in the whole list for screen readers. */
export function PeopleGrid({ people, now, more, busy, pinning, leaving, onPin, onLeft }: Props) {
  const { ref, first, end, columns, style } = useGridWindow(people.length);
  const away = leaving !== undefined && !people.slice(first, end).some(({ id }) => id === leaving);
  useEffect(() => {
    // There is no card to animate.
    if (away) onLeft(undefined);
  }, [away, onLeft]);
  return (
    <ul ref={ref} className={GRID} style={style} aria-busy={busy}>
      {people.slice(first, end).map((person, at) => (
        <li
          key={person.id}
          aria-posinset={first + at + 1}
          aria-setsize={more ? -1 : people.length}
          className="aspect-3/4"
        >
          <FeedCard
            person={person}
            first={first + at === 0}
            left={leftOf(person, now)}
            pinning={pinning === person.id}
            leaving={leaving === person.id}
            onPin={onPin}
            onLeft={onLeft}
          />
        </li>
      ))}
      {people.slice(end, end + columns).map(({ id }) => (
        <li key={id} aria-hidden>
          <PhotoCardSkeleton />
        </li>
      ))}
    </ul>
  );
}

function leftOf({ onlineUntil }: Person, now: number): string | undefined {
  const left = remainingMs(onlineUntil, now);
  return left > 0 ? words.left(countdown(left)) : undefined;
}
