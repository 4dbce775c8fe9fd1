import { useState } from 'react';
import { errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useRemovedEvidence } from '../queries.ts';
import { words } from '../words.ts';
import { ShownThen } from './shown-then.tsx';

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
        {(found) => (
          <>
            <ShownThen title={words.removed.title} {...found} />
            {Object.values(found).every((part) => part === null) && <p>{words.removed.gone}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}
