import { ageOn } from '@herenow/contract/ages';
import { MIN_AGE } from '@herenow/contract/constants';
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

/** The user's own card as other users will see it; it fills up with each step. */
export function SetupPreview({ card }: { card: CardSoFar }) {
  const { username, dateOfBirth, gender, photo } = card;
  const age = dateOfBirth ? ageOn(dateOfBirth, new Date()) : NaN;
  const ideas = shownIdeas(card.ideas).slice(0, IDEAS).join(' · ');
  return (
    <div className="flex items-center gap-3 rounded-card bg-sunken p-3">
      <Photo
        photo={photo}
        alt=""
        sizes="60px"
        className="aspect-3/4 shrink-0 rounded-small"
        style={{ width: '3.75rem' }}
      />
      <div className="min-w-0 flex-1">
        <p className="text-caption text-soft">{words.preview.title}</p>
        <p className="text-body font-semibold wrap-anywhere">
          <bdi>{username.trim() || words.preview.name}</bdi>
          {age >= MIN_AGE && <span className="font-medium tabular">, {age}</span>}
        </p>
        <p className="truncate text-small text-soft">
          {[gender, ideas].filter(Boolean).join(' · ') || words.preview.empty}
        </p>
      </div>
    </div>
  );
}
