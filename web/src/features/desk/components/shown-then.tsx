import type { ProfileEvidence } from '@herenow/contract/evidence';
import { words } from '../words.ts';
import { Said } from './case-messages.tsx';

/** Shows what a profile showed: the parts that are known. */
export function ShownThen({ title, name, age, bio, picture }: ProfileEvidence & { title: string }) {
  return (
    <>
      {name !== null && (
        <p className="break-words">
          <bdi>{words.shownName(name)}</bdi>
        </p>
      )}
      {age !== undefined && <p>{words.shownAge(age)}</p>}
      {bio !== null && <Said text={bio} />}
      {picture !== null && (
        <img
          src={`data:image/webp;base64,${picture}`}
          alt={title}
          width={300}
          height={400}
          className="mt-2 aspect-3/4 w-40 rounded-field object-cover"
        />
      )}
    </>
  );
}

/** Shows what a reported profile showed at the report and shows no more. */
export function ShownAtReport({ shown }: { shown: ProfileEvidence | null }) {
  if (!shown) return null;
  return (
    <section aria-label={words.shownThen} className="mt-2 rounded-field bg-sunken p-4">
      <p className="text-small font-semibold">{words.shownThen}</p>
      <ShownThen title={words.shownThen} {...shown} />
    </section>
  );
}
