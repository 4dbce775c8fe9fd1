import { codeProblem } from '@herenow/contract/rules';
import { LifeBuoy, RectangleEllipsis, ScanQrCode } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { errorText, isStatus } from '../../../lib/api.ts';
import { useCooldown } from '../../../lib/use-cooldown.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Points } from '../../../ui/points.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { Section } from '../../../ui/section.tsx';
import { useBeginTwoStep, useConfirmTwoStep, useMailSetupCode, useNoteOn } from '../two-step-queries.ts';
import { showToast } from '../../../ui/toast.tsx';
import { words } from '../two-step-words.ts';
import { CopyButton } from './recovery-codes.tsx';
import { MailedCode } from './two-step-mailed-code.tsx';
import { ProofForm } from './two-step-proof-form.tsx';

/** Sets up two-step sign-in: the password, a mailed code, a QR code, the first code of the app. */
export function TwoStepSetup({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const mail = useMailSetupCode();
  const begin = useBeginTwoStep();
  const cooldown = useCooldown('two-step');
  const [password, setPassword] = useState<string>();
  if (begin.isSuccess) {
    const startAnew = () => {
      begin.reset();
      setPassword(undefined);
    };
    return <Scan {...begin.data} onCodes={onCodes} onTooLate={startAnew} />;
  }
  if (password !== undefined) return <MailedCode {...{ password, cooldown, begin }} />;
  const proceed = (right: string) =>
    mail.mutate(right, {
      onSuccess: (seconds) => {
        cooldown.start(seconds);
        setPassword(right);
      },
    });
  return (
    <ProofForm
      title={words.aboutTitle}
      text={words.about}
      submit={words.begin}
      busyText={words.beginning}
      step={mail}
      onSubmit={(fields) => proceed(fields.password)}
    >
      <div className="mt-2 mb-4">
        <Points
          points={[
            { icon: ScanQrCode, title: words.points.app, text: words.points.appText },
            { icon: RectangleEllipsis, title: words.points.code, text: words.points.codeText },
            { icon: LifeBuoy, title: words.points.recovery, text: words.points.recoveryText },
          ]}
        />
      </div>
    </ProofForm>
  );
}

type ScanProps = {
  secret: string;
  uri: string;
  onCodes: (codes: string[]) => void;
  onTooLate: () => void;
};

function Scan({ secret, uri, onCodes, onTooLate }: ScanProps) {
  const confirm = useConfirmTwoStep();
  const [code, setCode] = useState('');
  const [incomplete, setIncomplete] = useState<string>();
  const noteOn = useNoteOn();
  const lost = () => {
    noteOn(null);
    showToast(words.codesLost, { tone: 'bad', duration: false });
  };
  const send = (whole: string) => {
    const missing = codeProblem(whole);
    setIncomplete(missing);
    if (missing || confirm.isPending) return;
    // The page may hear before the answer that it is on, and drop this component.
    void confirm.mutateAsync(whole).then(
      (made) => (made ? onCodes(made.recoveryCodes) : lost()),
      (error: unknown) => {
        setCode('');
        if (isStatus(error, 409)) onTooLate();
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(code);
  };
  return (
    <form noValidate onSubmit={submit} className="flex max-w-lg flex-col gap-6">
      <Section title={words.scanTitle}>
        <p className="mt-2 text-body text-soft">{words.scan}</p>
        <QrCode text={uri} label={words.qr} className="mx-auto mt-5 rounded-card border border-line" />
        <p className="mt-5 text-small font-semibold">{words.secret}</p>
        <p translate="no" className="mt-1 font-mono text-body text-balance">
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </p>
        <div className="mt-3 grid gap-2.5 sm:grid-cols-2">
          <CopyButton text={secret}>{words.copyKey}</CopyButton>
          <a href={uri} className={buttonClass({ variant: 'ghost' })}>
            {words.openApp}
          </a>
        </div>
      </Section>
      <CodeInput
        label={words.code}
        value={code}
        onChange={(next) => {
          setCode(next);
          setIncomplete(undefined);
        }}
        onComplete={send}
        error={incomplete}
      />
      <InlineError>{confirm.error && errorText(confirm.error, words.broken)}</InlineError>
      <Button type="submit" block busy={confirm.isPending} busyText={words.confirming}>
        {words.confirm}
      </Button>
    </form>
  );
}
