import { codeProblem } from '@herenow/contract/rules';
import { useState, type FormEvent } from 'react';
import { errorText, isStatus } from '../../../lib/api.ts';
import { useMe } from '../../../lib/session.ts';
import type { useCooldown } from '../../../lib/use-cooldown.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeInput, focusOnce } from '../../../ui/code-input.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Section } from '../../../ui/section.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useMailSetupCode, type useBeginTwoStep } from '../two-step-queries.ts';
import { words } from '../two-step-words.ts';
import { words as accounts } from '../words.ts';
import { ResendLink } from './resend-link.tsx';

type Props = {
  /** The right one. */
  password: string;
  /** Until another code may be mailed. */
  cooldown: ReturnType<typeof useCooldown>;
  begin: ReturnType<typeof useBeginTwoStep>;
};

/** Asks for the mailed code, without which nobody sets up two-step sign-in for somebody else. */
export function MailedCode({ password, cooldown, begin }: Props) {
  const { email } = useMe();
  const mail = useMailSetupCode();
  const [code, setCode] = useState('');
  const [tries, setTries] = useState(0);
  const [incomplete, setIncomplete] = useState<string>();
  const startAnew = () => {
    setCode('');
    setTries(tries + 1);
  };
  const send = (whole: string) => {
    const missing = codeProblem(whole);
    setIncomplete(missing);
    if (missing || begin.isPending) return;
    mail.reset();
    begin.mutate({ password, code: whole }, { onError: (error) => isStatus(error, 400) && startAnew() });
  };
  const resend = () => {
    begin.reset();
    setIncomplete(undefined);
    mail.mutate(password, {
      onSuccess: (seconds) => {
        cooldown.start(seconds);
        startAnew();
        showToast(accounts.verify.sentAgain, { tone: 'good' });
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(code);
  };
  const error = begin.error ?? mail.error;
  return (
    <form noValidate onSubmit={submit} className="flex max-w-lg flex-col gap-6">
      <Section title={accounts.verify.title}>
        <p className="mt-2 text-body text-soft">
          {accounts.verify.sentTo} <bdi className="font-semibold text-ink wrap-anywhere">{email}</bdi>.{' '}
          {words.mailed.text}
        </p>
      </Section>
      <div className="flex flex-col gap-3">
        {/* A new key for each try, so that the field is focused again. */}
        <CodeInput
          key={tries}
          label={accounts.verify.code}
          value={code}
          onChange={(next) => {
            setCode(next);
            setIncomplete(undefined);
          }}
          onComplete={send}
          error={incomplete}
          wrong={isStatus(begin.error, 400)}
          ref={focusOnce}
        />
        <InlineError>{error && errorText(error, words.broken)}</InlineError>
        <ResendLink left={cooldown.left} busy={mail.isPending} onResend={resend} />
      </div>
      <Button type="submit" block busy={begin.isPending} busyText={words.mailed.busy}>
        {words.mailed.submit}
      </Button>
    </form>
  );
}
