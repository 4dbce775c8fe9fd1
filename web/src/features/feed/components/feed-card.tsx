import { memo, useState } from 'react';
import { Link } from '../../../lib/navigation.tsx';
import { queryClient } from '../../../lib/query-client.ts';
import { cx } from '../../../ui/cx.ts';
import { PersonOverlay, PhotoBadge } from '../../../ui/person-card.tsx';
import { PhotoCarousel } from '../../../ui/photo-carousel.tsx';
import { PinButton } from '../../../ui/pin-button.tsx';
import { CARD_PHOTO_SIZES } from '../photo-sizes.ts';
import { openedKey, type Person } from '../person.ts';
import { words } from '../words.ts';

interface Props {
  person: Person;
  /** Whether this is the first card, whose photo loads with the highest priority. */
  first: boolean;
  /** How long the person stays visible, as text. */
  left: string | undefined;
  pinning: boolean;
  /** Pinned; the card is about to leave. */
  leaving: boolean;
  onPin: (person: Person) => void;
  onLeft: (nobody: undefined) => void;
}

export const FeedCard = memo(function FeedCard(props: Props) {
  const { person, first, pinning, leaving, left, onPin, onLeft } = props;
  const opened = openedKey(person.id);
  const place = useState(() => queryClient.getQueryData<Person>(opened)?.at ?? 0);
  const gone = !leaving && (person.gone || left === undefined);
  return (
    <article
      inert={gone}
      className={cx(
        'relative size-full overflow-hidden rounded-card bg-sunken',
        // After the animation of the pin.
        leaving && 'animate-[card-leave_180ms_ease-in_240ms_both]',
        gone && 'colourless',
      )}
      onAnimationEnd={({ animationName }) => {
        if (animationName === 'card-leave') onLeft(undefined);
      }}
    >
      <PhotoCarousel
        photos={person.photos}
        name={person.name}
        place={place}
        eager={first}
        sizes={CARD_PHOTO_SIZES}
      >
        <PersonOverlay
          name={person.name}
          age={person.age}
          verified={person.verified}
          pronouns={person.gender ?? undefined}
          note={gone ? words.gone : (person.note ?? left)}
          badge={
            !gone &&
            person.distance !== undefined && <PhotoBadge>{words.distance(person.distance)}</PhotoBadge>
          }
          renderLink={(className, children) => (
            <Link
              to={`/profile/${person.id}`}
              state={{ card: true }}
              onClick={() => queryClient.setQueryData(opened, { ...person, at: place[0] })}
              className={className}
              draggable={false}
            >
              {children}
            </Link>
          )}
          action={
            <PinButton
              label={words.pin(person.name)}
              busy={pinning || leaving}
              pinned={pinning || leaving}
              onClick={() => onPin(person)}
              className={gone ? 'invisible' : 'focus-visible:outline-white'}
            />
          }
        />
      </PhotoCarousel>
    </article>
  );
});
