import type { ModerationFile } from '@herenow/contract/moderation';
import { useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Photo } from '../../../ui/photo.tsx';
import { useFile, useHold, type Held } from '../queries.ts';
import { words } from '../words.ts';
import { CaseActs } from './case-acts.tsx';
import { CaseFacts, CaseReports, dayText, momentText } from './case-evidence.tsx';
import { Said } from './case-messages.tsx';
import { PersonWaits } from './desk-skeletons.tsx';

type Props = { userId: string; onDone: () => void };

/** One person's case: the evidence and the acts. This operator holds the case while it is open. */
export function CasePanel({ userId, onDone }: Props) {
  const held = useHold(userId);
  return (
    <Loaded query={useFile(userId)} failed={words.caseFailed} waiting={<PersonWaits />}>
      {(file) =>
        file ? <Case file={file} held={held} onDone={onDone} /> : <EmptyState title={words.caseGone} />
      }
    </Loaded>
  );
}

type CaseProps = { file: ModerationFile; held: Held; onDone: () => void };

function Case({ file, held, onDone }: CaseProps) {
  const [photoId, setPhotoId] = useState<string>();
  const { user, reports } = file;
  const reported = new Set(reports.map((report) => report.photoId));
  return (
    <article className="flex flex-col gap-8">
      <header>
        <h2 className="text-heading break-words">
          <PersonName name={user.username} age={user.age} />
        </h2>
        {user.suspended && (
          <p className="mt-1 text-small font-semibold text-signal-ink">
            {user.suspendedUntil ? words.suspendedUntil(dayText(user.suspendedUntil)) : words.suspended}
          </p>
        )}
        {user.hiddenUntil && (
          <p className="mt-1 text-small font-semibold text-signal-ink">
            {words.hiddenUntil(momentText(user.hiddenUntil))}
          </p>
        )}
        <Said text={user.bio} className="mt-4" />
        {user.photos.length === 0 && <p className="mt-4 text-small text-soft">{words.nothingShown}</p>}
        <ul aria-label={words.photos} className="desk-photos mt-3 flex flex-wrap gap-3">
          {user.photos.map((photo, at) => (
            <li key={photo.id}>
              <button
                type="button"
                aria-pressed={photoId === photo.id}
                aria-label={words.photo(at + 1)}
                onClick={() => setPhotoId(photoId === photo.id ? undefined : photo.id)}
                className={cx(
                  'block rounded-field border-4 transition-colors duration-160',
                  photoId === photo.id ? 'border-signal' : 'desk-photo border-transparent',
                )}
              >
                <Photo photo={photo} alt="" sizes="160px" className="aspect-3/4 w-40 rounded-small" />
              </button>
              <p className="text-center text-caption text-signal-ink">
                {photoId === photo.id ? words.photoChosen : reported.has(photo.id) && words.photoReported}
              </p>
            </li>
          ))}
        </ul>
      </header>
      {held !== 'here' && (
        <p role="status" className="rounded-field bg-sunken p-4 text-small font-semibold">
          {words.heldBy[held]}
        </p>
      )}
      <CaseReports reports={reports} />
      <CaseFacts file={file} />
      <CaseActs file={file} photoId={photoId} elsewhere={held === 'elsewhere'} onDone={onDone} />
    </article>
  );
}
