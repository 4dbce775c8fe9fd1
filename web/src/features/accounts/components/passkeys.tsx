import type { Passkey } from '@herenow/contract/webauthn';
import { PASSKEYS } from '@herenow/contract/constants';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Section } from '../../../ui/section.tsx';
import { knowsPasskeys, passkeyProblem } from '../passkeys.ts';
import { useAddPasskey, useRemovePasskey } from '../two-step-queries.ts';
import { words } from '../two-step-words.ts';
import { ProofForm } from './two-step-proof-form.tsx';

/** Lists passkeys and adds one; a browser without passkeys can only remove them. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [removing, setRemoving] = useState<Passkey>();
  const able = knowsPasskeys();
  if (!able && passkeys.length === 0) return null;
  return (
    <Section title={words.passkeys.title} className="mt-8">
      <p className="mt-2 mb-4 text-body text-soft">{words.passkeys.text}</p>
      {passkeys.length > 0 && (
        <ul className={cx('mb-3', listCardClass)}>
          {passkeys.map((one) => (
            <Row key={one.id} passkey={one} onRemove={() => setRemoving(one)} />
          ))}
        </ul>
      )}
      {removing ? (
        <div className="pt-5">
          <Remove key={removing.id} passkey={removing} onGone={() => setRemoving(undefined)} />
        </div>
      ) : (
        able && <Add full={passkeys.length >= PASSKEYS} />
      )}
    </Section>
  );
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created, lastUsedAt } = passkey;
  return (
    <li>
      <ListRow
        icon={Fingerprint}
        title={name}
        text={words.passkeys.used(new Date(created), lastUsedAt ? new Date(lastUsedAt) : null)}
        action={
          <Button
            variant="ghost"
            size="medium"
            aria-label={words.passkeys.removeLabel(name)}
            onClick={onRemove}
          >
            {words.passkeys.remove}
          </Button>
        }
      />
    </li>
  );
}

function Add({ full }: { full: boolean }) {
  const add = useAddPasskey();
  const [wanted, setWanted] = useState(false);
  if (full) return <p className="text-body text-soft">{words.passkeys.full}</p>;
  if (!wanted) {
    return (
      <Button variant="ghost" block onClick={() => setWanted(true)}>
        {words.passkeys.add}
      </Button>
    );
  }
  const added = () => {
    setWanted(false);
    showToast(words.passkeys.added);
  };
  return (
    <div className="pt-5">
      <ProofForm
        withName
        withCode
        title={words.passkeys.add}
        text={words.passkeys.addText}
        submit={words.passkeys.add}
        busyText={words.passkeys.adding}
        step={add}
        explain={passkeyProblem}
        onSubmit={(fields) => add.mutate(fields, { onSuccess: added })}
      />
    </div>
  );
}

function Remove({ passkey, onGone }: { passkey: Passkey; onGone: () => void }) {
  const remove = useRemovePasskey(passkey.id);
  const removed = () => {
    onGone();
    showToast(words.passkeys.removed);
  };
  return (
    <ProofForm
      withCode
      title={words.passkeys.removeTitle(passkey.name)}
      text={words.passkeys.removeText}
      submit={words.passkeys.remove}
      busyText={words.passkeys.removing}
      step={remove}
      onSubmit={(proof) => remove.mutate(proof, { onSuccess: removed })}
    />
  );
}
