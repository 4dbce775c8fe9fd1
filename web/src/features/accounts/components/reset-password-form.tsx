import { resetPassword } from '@herenow/contract/accounts';
import { codeProblem, resetPasswordProblem } from '@herenow/contract/rules';
import { useState } from 'react';
import { useForm, useController } from 'react-hook-form';
import { settled } from '../../../lib/after-press.ts';
import { api, ApiError, refusalText } from '../../../lib/api.ts';
import { asGuest } from '../guest.ts';
import { warn } from '../../../lib/log.ts';
import { navigate } from '../../../lib/navigation.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { logIn } from '../sign-in.ts';
import { words } from '../words.ts';
import { ResendLink } from './resend-link.tsx';

type Fields = { code: string; password: string; confirm: string };
type Props = {
  email: string;
  secondsLeft: number;
  resend: () => Promise<void>;
  onBack: () => void;
  onDone: () => void;
};

/** The second step of a reset: the mailed code, and the new password twice. */
export function ResetPasswordForm({ email, secondsLeft, resend, onBack, onDone }: Props) {
  const form = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { code: '', password: '', confirm: '' },
  });
  const code = useController({ control: form.control, name: 'code', rules: { validate: codeProblem } });
  const [problem, setProblem] = useState<string>();
  const [resending, setResending] = useState(false);

  const submit = form.handleSubmit(async ({ code, password }) => {
    setProblem(undefined);
    try {
      await asGuest((comer) => api(resetPassword, { body: { code, password, email, ...comer } }));
    } catch (error) {
      const refused = error instanceof ApiError && error.status > 0;
      setProblem(refused ? error.text || words.forgot.resetFailed : words.forgot.failed);
      return;
    }
    onDone();
    try {
      await logIn(email, password);
      navigate('/feed', { replace: true });
    } catch (error) {
      warn('The password was reset, but signing in with it failed.', error);
      showToast(words.forgot.done, { tone: 'good' });
      navigate('/login', { replace: true });
    }
  });

  const sendAgain = async () => {
    setProblem(undefined);
    setResending(true);
    try {
      await resend();
      form.resetField('code');
      showToast(words.forgot.sentAgain, { tone: 'good' });
    } catch (error) {
      setProblem(refusalText(error, words.forgot.sendFailed));
    } finally {
      setResending(false);
    }
  };

  const { errors } = form.formState;
  return (
    <SetupScreen
      title={words.forgot.resetTitle}
      text={words.forgot.resetText(email)}
      onBack={onBack}
      onSubmit={submit}
      footer={
        <>
          <InlineError>{problem}</InlineError>
          <Button type="submit" block busy={form.formState.isSubmitting} busyText={words.forgot.busy}>
            {words.forgot.submit}
          </Button>
        </>
      }
    >
      <div>
        <CodeInput
          label={words.forgot.code}
          value={code.field.value}
          onChange={code.field.onChange}
          error={errors.code?.message}
          focusAtStart
        />
        <ResendLink left={secondsLeft} busy={resending} onResend={() => void sendAgain()} />
      </div>
      <PasswordField
        label={words.forgot.password}
        autoComplete="new-password"
        error={errors.password?.message}
        {...settled(form.register('password', { validate: resetPasswordProblem, deps: ['confirm'] }))}
      />
      <PasswordField
        label={words.forgot.confirm}
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...settled(
          form.register('confirm', {
            validate: (value, { password }) => (value === password ? undefined : words.forgot.differ),
          }),
        )}
      />
    </SetupScreen>
  );
}
