import { memo } from 'react';
import { Link } from 'react-router';
import { cx } from '../../../ui/cx.ts';
import { PersonOverlay, PhotoBadge } from '../../../ui/person-card.tsx';
import { PhotoCarousel } from '../../../ui/photo-carousel.tsx';
import { PinButton } from '../../../ui/pin-button.tsx';
import { useNear } from '../../../ui/use-near.ts';
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

/** Away from the view it is a name on a card of the same size: a long list costs little more than a short one. */
export const FeedCard = memo(function FeedCard(props: Props) {
  const { person, eager, leaving } = props;
  const { ref, near } = useNear<HTMLLIElement>(eager);
  return (
    <li ref={ref} className="aspect-3/4 [content-visibility:auto]">
      <article
        className={cx(
          'relative size-full overflow-hidden rounded-card bg-sunken',
          leaving && 'animate-[card-leave_180ms_ease-in_both]',
        )}
      >
        {near ? (
          <WholeCard {...props} />
        ) : (
          <h2 className="p-4 text-title">
            <Link to={`/profile/${person.id}`} state={{ person }}>
              <bdi>{person.name}</bdi>, {person.age}
            </Link>
          </h2>
        )}
      </article>
    </li>
  );
});

function WholeCard({ person, eager, pinning, onPin }: Props) {
  return (
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
        badge={person.distance !== undefined && <PhotoBadge>{words.distance(person.distance)}</PhotoBadge>}
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
  );
}
