import { memo } from 'react';
import { Link } from 'react-router';
import { cx } from '../../../ui/cx.ts';
import { PersonOverlay, PhotoBadge } from '../../../ui/person-card.tsx';
import { PhotoCarousel } from '../../../ui/photo-carousel.tsx';
import { PinButton } from '../../../ui/pin-button.tsx';
import type { Person } from '../person.ts';
import { words } from '../words.ts';

interface Props {
  person: Person;
  /** One of the first cards: its photo loads at once. */
  eager: boolean;
  pinning: boolean;
  /** Pinned, and about to be gone. */
  leaving: boolean;
  onPin: (person: Person) => void;
}

export const FeedCard = memo(function FeedCard({ person, eager, pinning, leaving, onPin }: Props) {
  return (
    <li className="[contain-intrinsic-size:auto_30rem] [content-visibility:auto]">
      <article
        className={cx(
          'relative overflow-hidden rounded-card',
          leaving && 'animate-[card-leave_180ms_ease-in_both]',
        )}
      >
        <PhotoCarousel
          photos={person.photos}
          name={person.name}
          eager={eager}
          sizes="(min-width: 1280px) 22rem, (min-width: 768px) 45vw, 92vw"
        >
          <PersonOverlay
            name={person.name}
            age={person.age}
            pronouns={person.gender ?? undefined}
            badge={
              person.distance !== undefined && <PhotoBadge>{words.distance(person.distance)}</PhotoBadge>
            }
            renderLink={(className, children) => (
              <Link to={`/profile/${person.id}`} state={{ person }} className={className} draggable={false}>
                {children}
              </Link>
            )}
            action={
              <PinButton
                label={words.pin(person.name)}
                busy={pinning}
                pinned={pinning}
                onClick={() => onPin(person)}
              />
            }
          />
        </PhotoCarousel>
      </article>
    </li>
  );
});
