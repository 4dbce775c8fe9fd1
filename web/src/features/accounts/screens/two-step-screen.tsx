import { useState } from 'react';
import { goUp, useLocation } from '../../../lib/navigation.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FormSkeleton } from '../../../ui/skeleton.tsx';
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
    <>
      <PageHeader title={words.title} onBack={() => goUp(back)} />
      <main className="mx-auto w-full max-w-2xl px-5 pt-4 pb-12">
        <Loaded query={useSecondFactor()} waiting={<FormSkeleton fields={1} />} failed={words.failed}>
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
      </main>
    </>
  );
}
