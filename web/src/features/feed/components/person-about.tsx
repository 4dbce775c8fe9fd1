import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Tag } from '../../../ui/chip.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { VerifiedMark } from '../../../ui/verified-mark.tsx';
import { countdown, remainingMs } from '../../presence/index.ts';
import { commonIdeas, shownIdeas } from '../../profile/index.ts';
import type { Person } from '../person.ts';
import { shownTags } from '../profile-person.ts';
import { words } from '../person-words.ts';

/** A person's name, age and pronouns, how long they stay visible, and their date ideas. */
export function PersonAbout({ person, sample }: { person: Person; sample: boolean }) {
  const me = useMe();
  const own = person.id === me.id;
  const now = useNow();
  const left = remainingMs(person.onlineUntil, now);
  const status = left > 0 || person.endless ? 'online' : 'offline';
  return (
    <>
      {own && <p className="mb-4 rounded-field bg-sunken p-3.5 text-small">{words.profile.preview}</p>}
      {sample && (
        <p className="mb-4 rounded-field bg-sunken p-3.5 text-small">
          <strong>{words.profile.sample}.</strong> {words.profile.sampleText}
        </p>
      )}
      <h1 className="min-w-0 text-heading wrap-anywhere lg:text-display">
        <PersonName name={person.name} age={person.age} />
        {person.verified && <VerifiedMark className="ms-2" />}
      </h1>
      {person.gender && <p className="mt-0.5 text-body text-soft">{person.gender}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-3 lg:mt-5">
        <StatusPill tone={status}>
          {left > 0 ? words.profile.visibleFor(countdown(left)) : words.profile[status]}
        </StatusPill>
        {left > 0 && person.distance !== undefined && (
          <span className="text-small text-soft tabular">{words.profile.away(person.distance)}</span>
        )}
      </div>
      {person.bio && (
        <p dir="auto" className="mt-5 text-body wrap-anywhere whitespace-pre-line">
          {person.bio}
        </p>
      )}
      {person.myTags.length > 0 && <PerfectDate theirs={person.myTags} mine={own ? [] : me.myTags} />}
    </>
  );
}

/** The pin button stays at the bottom of the screen, over the end of the scrolled text. */
const BESIDE_PIN = { paddingInlineEnd: '5rem' };

type DateProps = { theirs: readonly string[]; mine: readonly string[] };

function PerfectDate({ theirs, mine }: DateProps) {
  const tags = shownTags(theirs, mine);
  const common = shownIdeas(commonIdeas(theirs, mine));
  const allMarked = tags.filter((tag) => tag.common).length === common.length;
  return (
    <section className="mt-5 lg:mt-9">
      <h2 className="text-title">{words.profile.perfectDate}</h2>
      <ul className="mt-2.5 flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag.tag}>
            <Tag marked={tag.common}>{tag.tag}</Tag>
          </li>
        ))}
      </ul>
      {common.length > 0 && (
        <p className="mt-3 text-small text-soft" style={BESIDE_PIN}>
          {allMarked ? words.profile.common(common.length === 1) : words.profile.allCommon(common.join(', '))}
        </p>
      )}
    </section>
  );
}
