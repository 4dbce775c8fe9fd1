import { memo } from 'react';
import { Link } from 'react-router';
import { cx } from '../../../ui/cx.ts';
import { PersonOverlay, PhotoBadge } from '../../../ui/person-card.tsx';
import { PhotoCarousel } from '../../../ui/photo-carousel.tsx';
import { PinButton } from '../../../ui/pin-button.tsx';
import { useNear } from '../../../ui/use-near.ts';
import { CARD_PHOTO_SIZES } from '../photo-sizes.ts';
import type { Person } from '../person.ts';
import { words } from '../words.ts';

interface Props {
  person: Person;
  /** The photo of the very first card comes before anything else. */
  first: boolean;
  /** Whole from the start, and not only when it is found to be near the view. */
  atOnce: boolean;
  pinning: boolean;
  /** Pinned, and about to be gone. */
  leaving: boolean;
  onPin: (person: Person) => void;
}

/** Away from the view it is a name on a card of the same size: a long list costs little more than a short one. */
export const FeedCard = memo(function FeedCard(props: Props) {
  const { person, atOnce, leaving } = props;
  const { ref, near } = useNear<HTMLLIElement>(atOnce);
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

function WholeCard({ person, first, pinning, onPin }: Props) {
  return (
    <PhotoCarousel photos={person.photos} name={person.name} eager={first} sizes={CARD_PHOTO_SIZES}>
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
