import { ageOn } from '@herenow/contract/ages';
import { MIN_AGE, STEP } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import { serverNow } from '../../../lib/clock.ts';
import { CardRow } from '../../../ui/card-row.tsx';
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

/** The values that are saved. A new account's name is the part of the email before the @. */
export const cardOf = (me: OwnUser): CardSoFar => ({
  username: me.registrationStep > STEP.created ? me.username : '',
  dateOfBirth: me.dateOfBirth,
  gender: me.gender,
  ideas: me.myTags,
  photo: me.photos[0],
});

const IDEAS = 3;

const nameOn = ({ username }: CardSoFar) => username.trim() || words.preview.name;
const ageOf = ({ dateOfBirth }: CardSoFar) => {
  const age = dateOfBirth ? ageOn(dateOfBirth, new Date(serverNow())) : NaN;
  return age >= MIN_AGE ? age : undefined;
};
const ideasOf = ({ ideas }: CardSoFar) => shownIdeas(ideas).slice(0, IDEAS).join(' · ');

/** The user's own card as other users will see it; it fills up with each step. */
export function SetupPreview({ card }: { card: CardSoFar }) {
  return (
    <CardRow
      caption={words.preview.title}
      photo={card.photo}
      name={nameOn(card)}
      age={ageOf(card)}
      text={[card.gender, ideasOf(card)].filter(Boolean).join(' · ') || words.preview.empty}
    />
  );
}

/** The room between the product's name above and the tagline below. */
const BETWEEN = { height: 'clamp(12rem, 100dvh - 22rem, 32rem)' };

/** The same card in the size and look of the feed, for the room beside the form on wide screens. */
export function SetupCard({ card }: { card: CardSoFar }) {
  return (
    <div className="relative aspect-3/4 self-center overflow-hidden rounded-card" style={BETWEEN}>
      {/* Not eager: if there is no room for the card, its photo is not fetched. */}
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
