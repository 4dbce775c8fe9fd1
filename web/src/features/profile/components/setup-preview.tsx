import { ageOn } from '@herenow/contract/ages';
import { MIN_AGE } from '@herenow/contract/constants';
import { serverNow } from '../../../lib/clock.ts';
import { PersonOverlay, PhotoBadge } from '../../../ui/person-card.tsx';
import { Photo, type PhotoSource } from '../../../ui/photo.tsx';
import { shownIdeas } from '../shown-ideas.ts';
import { words } from '../words.ts';

/** The values of a card that are known so far, from the saved record and from the fields. */
export interface CardSoFar {
  username: string;
  dateOfBirth: string | null;
  gender: string | null;
  ideas: readonly string[];
  photo: PhotoSource | undefined;
}

const IDEAS = 3;

const nameOn = ({ username }: CardSoFar) => username.trim() || words.preview.name;
const ageOf = ({ dateOfBirth }: CardSoFar) => {
  const age = dateOfBirth ? ageOn(dateOfBirth, new Date(serverNow())) : NaN;
  return age >= MIN_AGE ? age : undefined;
};
const ideasOf = ({ ideas }: CardSoFar) => shownIdeas(ideas).slice(0, IDEAS).join(' · ');

/** The user's own card as other users will see it; it fills up with each step. */
export function SetupPreview({ card }: { card: CardSoFar }) {
  const age = ageOf(card);
  return (
    <div className="flex items-center gap-3 rounded-card bg-sunken p-3">
      <Photo
        photo={card.photo}
        alt=""
        sizes="60px"
        className="aspect-3/4 shrink-0 rounded-small"
        style={{ width: '3.75rem' }}
      />
      <div className="min-w-0 flex-1">
        <p className="text-caption text-soft">{words.preview.title}</p>
        <p className="text-body font-semibold wrap-anywhere">
          <bdi>{nameOn(card)}</bdi>
          {age !== undefined && <span className="font-medium tabular">, {age}</span>}
        </p>
        <p className="truncate text-small text-soft">
          {[card.gender, ideasOf(card)].filter(Boolean).join(' · ') || words.preview.empty}
        </p>
      </div>
    </div>
  );
}

/** Between the name of the product above it and the tagline below. */
const BETWEEN = { height: 'clamp(12rem, 100dvh - 22rem, 32rem)' };

/** The same card in the size and look of the feed, for the room beside the form on wide screens. */
export function SetupCard({ card }: { card: CardSoFar }) {
  return (
    <div className="relative aspect-3/4 self-center overflow-hidden rounded-card" style={BETWEEN}>
      {/* Not eager: where there is no room for the card, its photo is not fetched. */}
      <Photo photo={card.photo} alt="" sizes="384px" className="size-full" />
      <PersonOverlay
        name={nameOn(card)}
        age={ageOf(card)}
        pronouns={card.gender ?? undefined}
        note={ideasOf(card) || (card.gender ? undefined : words.preview.empty)}
        badge={<PhotoBadge>{words.preview.title}</PhotoBadge>}
      />
    </div>
  );
}
