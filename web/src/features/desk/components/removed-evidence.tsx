import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useRemovedEvidence } from '../queries.ts';
import { words } from '../words.ts';
import { Said } from './case-messages.tsx';

/** Shows the name, text or photo that an appeal is about, when the operator asks for it. */
export function RemovedEvidence({ appealId }: { appealId: string }) {
  const [wanted, setWanted] = useState(false);
  const evidence = useRemovedEvidence(appealId, wanted);
  if (!wanted)
    return (
      <Button size="medium" variant="ghost" className="mt-3" onClick={() => setWanted(true)}>
        {words.removed.show}
      </Button>
    );
  return (
    <section aria-label={words.removed.title} className="mt-3 rounded-field bg-sunken p-4">
      <Loaded query={evidence} failed={errorText(evidence.error, words.failed)}>
        {({ name, bio, picture }) => (
          <>
            {name !== null && (
              <p className="break-words">
                <bdi>{words.removed.name(name)}</bdi>
              </p>
            )}
            {bio !== null && <Said text={bio} />}
            {picture !== null && (
              <img
                src={`data:image/webp;base64,${picture}`}
                alt={words.removed.title}
                width={300}
                height={400}
                className="aspect-3/4 w-40 rounded-field object-cover"
              />
            )}
            {name === null && bio === null && picture === null && <p>{words.removed.gone}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}
