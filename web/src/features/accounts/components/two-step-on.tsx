import type { SecondFactor } from '@herenow/contract/second-factor';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { errorText, isStatus } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useEndTwoStep, useRenewCodes } from '../two-step-queries.ts';
import { words } from '../two-step-words.ts';
import { Passkeys } from './passkeys.tsx';
import { ProofForm } from './two-step-proof-form.tsx';

/** Shows that two-step sign-in is on, its passkeys and its settings. */
export function TwoStepOn({ factor, onCodes }: { factor: SecondFactor; onCodes: (codes: string[]) => void }) {
  const [wanted, setWanted] = useState<'renew' | 'off'>();
  return (
    <>
      <div className="flex flex-wrap gap-4 rounded-card bg-sunken p-5">
        <ShieldCheck aria-hidden className="size-8 shrink-0 text-good" />
        <div className="min-w-0 flex-1" style={{ flexBasis: '10rem' }}>
          <h2 className="text-title">{words.onTitle}</h2>
          <p className="mt-1 text-body text-soft">
            {factor.since && words.since(new Date(factor.since))} {words.left(factor.recoveryCodes)}
          </p>
        </div>
      </div>
      <Passkeys passkeys={factor.passkeys} />
      <div className={cx('mt-10 flex flex-col', wanted ? 'gap-8' : 'gap-2.5')}>
        {wanted === 'renew' ? (
          <Renew onCodes={onCodes} />
        ) : (
          <Button variant="ghost" block onClick={() => setWanted('renew')}>
            {words.renew}
          </Button>
        )}
        {wanted === 'off' ? (
          <SwitchOff />
        ) : (
          <Button variant="danger" block onClick={() => setWanted('off')}>
            {words.off}
          </Button>
        )}
      </div>
    </>
  );
}

function Renew({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const renew = useRenewCodes();
  return (
    <ProofForm
      withCode
      title={words.renewTitle}
      text={words.renewText}
      submit={words.renew}
      busyText={words.renewing}
      step={renew}
      explain={(error, otherwise) => (isStatus(error, 0) ? words.renewLost : errorText(error, otherwise))}
      onSubmit={(proof) => renew.mutate(proof, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })}
    />
  );
}

function SwitchOff() {
  const end = useEndTwoStep();
  return (
    <ProofForm
      withCode
      danger
      title={words.offTitle}
      text={words.offText}
      submit={words.off}
      busyText={words.ending}
      step={end}
      onSubmit={(proof) =>
        // By then this component is gone from the page, with its settings.
        void end.mutateAsync(proof).then(
          () => showToast(words.isOff),
          () => undefined,
        )
      }
    />
  );
}
