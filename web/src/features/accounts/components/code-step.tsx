import { codeProblem } from '@herenow/contract/rules';
import * as refusals from '@herenow/contract/refusals';
import { Fingerprint } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { isStatus, refusalText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeInput, focusOnce } from '../../../ui/code-input.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { useLayer } from '../../../ui/layers.ts';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { signWithPasskey } from '../passkey-sign-in.ts';
import { knowsPasskeys, passkeyProblem } from '../passkeys.ts';
import type { FactorProof } from '../sign-in.ts';
import { words } from '../two-step-words.ts';

type Props = {
  /** The user whose password was right, and whether they have a passkey. */
  asked: { email: string; password: string; withPasskey: boolean };
  /** Rejects if the server refuses. */
  logIn: (proof: FactorProof) => Promise<void>;
  onBack: () => void;
};

/** The second step of a sign-in: six digits, submitted with the last one, a passkey, or a recovery code. */
export default function CodeStep({ asked, logIn, onBack }: Props) {
  // Back leads to the password.
  useLayer(true, onBack);
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const send = async (whole: string) => {
    if (busy) return;
    const missing = recovery && whole.trim() !== '' ? undefined : codeProblem(whole);
    setProblem(missing);
    if (missing) return;
    setBusy(true);
    try {
      await logIn({ code: whole.trim() });
    } catch (error) {
      const wrong = isStatus(error, 403) && error.text === refusals.factorCodeRequired.text;
      const sentence = recovery ? words.signIn.recoveryWrong : words.signIn.wrong;
      setProblem(wrong ? sentence : refusalText(error, words.signIn.failed));
      if (!recovery) {
        setCode('');
        setTries(tries + 1);
      }
      setBusy(false);
    }
  };
  const sign = async () => {
    setProblem(undefined);
    setBusy(true);
    try {
      await logIn({ passkey: await signWithPasskey(asked.email, asked.password) });
    } catch (error) {
      setProblem(passkeyProblem(error, words.signIn.failed));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(code);
  };
  const turn = () => {
    setRecovery(!recovery);
    setCode('');
    setProblem(undefined);
  };

  return (
    <SetupScreen
      named
      title={recovery ? words.signIn.recoveryTitle : words.signIn.title}
      text={recovery ? words.signIn.recoveryText : words.signIn.text}
      onBack={onBack}
      onSubmit={submit}
      footer={
        <>
          <InlineError>{problem}</InlineError>
          <Button type="submit" block busy={busy} busyText={words.signIn.busy}>
            {words.signIn.submit}
          </Button>
          {asked.withPasskey && knowsPasskeys() && (
            <Button
              variant="ghost"
              block
              disabled={busy}
              icon={<Fingerprint aria-hidden className="size-5" />}
              onClick={() => void sign()}
            >
              {words.signIn.withPasskey}
            </Button>
          )}
          <Button variant="ghost" block onClick={turn}>
            {recovery ? words.signIn.withApp : words.signIn.withRecovery}
          </Button>
        </>
      }
    >
      {recovery ? (
        <RecoveryField value={code} onChange={setCode} />
      ) : (
        // A new key for each try, so that the field is focused again.
        <CodeInput
          key={tries}
          label={words.signIn.code}
          value={code}
          onChange={setCode}
          onComplete={(whole) => void send(whole)}
          disabled={busy}
          ref={focusOnce}
        />
      )}
    </SetupScreen>
  );
}

function RecoveryField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label={words.signIn.recovery}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      placeholder="abcd-efgh-ijkm-npqr"
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      ref={focusOnce}
    />
  );
}
