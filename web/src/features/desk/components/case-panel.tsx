import type { ModerationFile } from '@herenow/contract/moderation';
import { useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { later } from '../../../ui/later.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Photo } from '../../../ui/photo.tsx';
import { useFile, useHold, type Held } from '../queries.ts';
import { words } from '../words.ts';
import { CaseActs } from './case-acts.tsx';
import { CaseFacts, CaseReports, dayText, momentText } from './case-evidence.tsx';
import { Said } from './case-messages.tsx';
import { PersonWaits } from './desk-skeletons.tsx';

const PhotoViewer = later(() => import('../../../ui/photo-viewer.tsx'));

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
  const [whole, setWhole] = useState(false);
  const place = useState(0);
  const { user, reports } = file;
  const reported = new Set(reports.map((report) => report.photoId));
  const open = (at: number) => {
    place[1](at);
    setWhole(true);
  };
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
        <ul aria-label={words.photos} className="mt-3 flex flex-wrap gap-3">
          {user.photos.map((photo, at) => (
            <li key={photo.id}>
              <button
                type="button"
                aria-label={words.photo(at + 1)}
                onClick={() => open(at)}
                className="block rounded-field"
              >
                <Photo photo={photo} alt="" sizes="160px" className="aspect-3/4 w-40 rounded-field" />
              </button>
              <p className="text-center text-caption text-signal-ink">
                {reported.has(photo.id) && words.photoReported}
              </p>
            </li>
          ))}
        </ul>
        {whole && (
          <PhotoViewer
            open
            photos={user.photos}
            name={user.username}
            place={place}
            label={words.photos}
            closeLabel={words.close}
            onClose={() => setWhole(false)}
          />
        )}
      </header>
      {held !== 'here' && (
        <p role="status" className="rounded-field bg-sunken p-4 text-small font-semibold">
          {words.heldBy[held]}
        </p>
      )}
      <CaseReports reports={reports} />
      <CaseFacts file={file} />
      <CaseActs file={file} elsewhere={held === 'elsewhere'} onDone={onDone} />
    </article>
  );
}
