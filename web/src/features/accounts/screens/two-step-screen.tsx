import { useState } from 'react';
import { goUp, useLocation } from '../../../lib/navigation.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SubPage } from '../../../ui/sub-page.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { RecoveryCodes } from '../components/recovery-codes.tsx';
import { TwoStepOn } from '../components/two-step-on.tsx';
import { TwoStepSetup } from '../components/two-step-setup.tsx';
import { useNoteOn, useSecondFactor } from '../two-step-queries.ts';
import { words } from '../two-step-words.ts';

export default function TwoStepScreen() {
  const { state } = useLocation() as { state: { from?: string } | null };
  const [codes, setCodes] = useState<string[]>();
  const noteOn = useNoteOn();
  const back = state?.from ?? '/privacy-safety';
  return (
    <SubPage title={words.title} onBack={() => goUp(back)}>
      <Loaded query={useSecondFactor()} waiting={<Waiting />} failed={words.failed}>
        {(factor) =>
          codes ? (
            <RecoveryCodes
              codes={codes}
              onKept={() => {
                noteOn(factor.since);
                setCodes(undefined);
                if (state?.from) goUp(state.from);
              }}
            />
          ) : factor.since ? (
            <TwoStepOn factor={factor} onCodes={setCodes} />
          ) : (
            <TwoStepSetup onCodes={setCodes} />
          )
        }
      </Loaded>
    </SubPage>
  );
}

/** The places of what the page tells before it is switched on. */
function Waiting() {
  return (
    <>
      <Skeleton className="h-8" style={{ width: '80%' }} />
      <ListSkeleton lines={2} rows={3} className="mt-10" />
      <Skeleton className="mt-4 h-13 rounded-field" />
    </>
  );
}
