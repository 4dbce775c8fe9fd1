import { forgotPassword } from '@herenow/contract/accounts';
import { knownEmailProblem } from '@herenow/contract/rules';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { api, isStatus, refusalText } from '../../../lib/api.ts';
import { asGuest, mayBeDone } from '../guest.ts';
import { clearDraft, readDraft, useFormDraft, writeDraft } from '../../../lib/form-drafts.ts';
import { goUp, Navigate, navigate, useLocation } from '../../../lib/navigation.tsx';
import { useCooldown } from '../../../lib/use-cooldown.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { ResetPasswordForm } from '../components/reset-password-form.tsx';
import { words } from '../words.ts';

/** The state of the reset; stored, since the user reads the code in another app and this one may be unloaded. */
type Progress = { email: string; step: 1 | 2 };
const DRAFT = 'forgot-password';
const KEPT = ['email'] as const;

/** The state of the navigation: the email that was typed at sign-in, and the token of a mailed link. */
type Brought = { email?: string; link?: string };

export default function ForgotPasswordScreen() {
  const { hash } = useLocation();
  if (!hash) return <Reset />;
  // The state of the history entry survives a reload; the address would stay in the history for all to see.
  const { link = '', email = '' } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  return <Navigate to="/forgot-password" replace state={{ link, email } satisfies Brought} />;
}

function Reset() {
  const { state } = useLocation() as { state: Brought | null };
  const [progress, setProgress] = useState<Progress>({
    email: '',
    step: 1,
    ...readDraft<Progress>(DRAFT),
    ...(state?.email && { email: state.email, step: 1 }),
  });
  // Applied once: after a reload, the draft says how far the user has come.
  useEffect(() => {
    if (!state?.email || state.link) return;
    writeDraft(DRAFT, { email: state.email, step: 1 } satisfies Progress);
    navigate('/forgot-password', { replace: true });
  }, [state]);
  const cooldown = useCooldown(DRAFT);
  const go = (next: Progress) => {
    writeDraft(DRAFT, next);
    setProgress(next);
  };
  /** The email to which the last code was sent. */
  const sent = useRef(progress.step === 2 ? progress.email : undefined);
  /** The email to which an earlier try may have sent a code. */
  const maybeSent = useRef<string>(undefined);
  const send = async (email: string) => {
    try {
      await asGuest((comer) => api(forgotPassword, { body: { email, ...comer } }));
      sent.current = email;
      cooldown.start();
    } catch (error) {
      if (mayBeDone(error)) maybeSent.current = email;
      if (!isStatus(error, 429) || maybeSent.current !== email) throw error;
      // It is too soon for another one.
      cooldown.start(error.retryAfter);
    }
  };
  if (state?.link && state.email) {
    const { link, email } = state;
    return (
      <ResetPasswordForm
        email={email}
        by={{ link }}
        onBack={() => navigate('/forgot-password', { replace: true, state: { email } })}
        onDone={() => clearDraft(DRAFT)}
      />
    );
  }
  if (progress.step === 1) {
    return (
      <EmailStep
        email={progress.email}
        onBack={() => goUp('/login')}
        // It is too soon for another code: the user has only gone back to look at the address.
        send={async (email) => {
          if (email !== sent.current || cooldown.left === 0) await send(email);
        }}
        onSent={(email) => go({ email, step: 2 })}
      />
    );
  }
  return (
    <ResetPasswordForm
      email={progress.email}
      by={{ secondsLeft: cooldown.left, resend: () => send(progress.email) }}
      onBack={() => go({ ...progress, step: 1 })}
      // The form stays until the sign-in with the new password leads on.
      onDone={() => clearDraft(DRAFT)}
    />
  );
}

type StepProps = {
  email: string;
  onBack: () => void;
  send: (email: string) => Promise<void>;
  onSent: (email: string) => void;
};

function EmailStep({ email, onBack, send, onSent }: StepProps) {
  const form = useForm({ defaultValues: { email } });
  useFormDraft(form, DRAFT, KEPT);
  const [problem, setProblem] = useState<string>();
  const submit = form.handleSubmit(async (fields) => {
    const address = fields.email.trim();
    setProblem(undefined);
    try {
      await send(address);
      onSent(address);
    } catch (error) {
      setProblem(refusalText(error, words.forgot.sendFailed));
    }
  });
  return (
    <SetupScreen
      named
      title={words.forgot.title}
      text={words.forgot.text}
      onBack={onBack}
      onSubmit={submit}
      footer={
        <>
          <InlineError>{problem}</InlineError>
          <Button type="submit" block busy={form.formState.isSubmitting} busyText={words.forgot.sending}>
            {words.forgot.send}
          </Button>
        </>
      }
    >
      <EmailField
        label={words.forgot.email}
        error={form.formState.errors.email?.message}
        {...form.register('email', {
          validate: knownEmailProblem,
        })}
      />
    </SetupScreen>
  );
}
