import { resetPassword } from '@herenow/contract/accounts';
import { codeProblem, resetPasswordProblem } from '@herenow/contract/rules';
import { useEffect, useRef, useState } from 'react';
import { useController, useForm, type UseControllerReturn, type UseFormReturn } from 'react-hook-form';
import { settled } from '../../../lib/after-press.ts';
import { api, isStatus, refusalText } from '../../../lib/api.ts';
import { asGuest, mayBeDone } from '../guest.ts';
import { warn } from '../../../lib/log.ts';
import { navigate } from '../../../lib/navigation.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { recheck } from '../recheck.ts';
import { logIn } from '../sign-in.ts';
import { words } from '../words.ts';
import { ResendLink } from './resend-link.tsx';

type Fields = { code: string; password: string; confirm: string };
type Codes = { secondsLeft: number; resend: () => Promise<void> };
type Props = {
  email: string;
  /** The token of a mailed link, or how to get another code. */
  by: { link: string } | Codes;
  onBack: () => void;
  onDone: () => void;
};

/** The second step of a reset: the mailed code, unless the user has followed a link, and the new password twice. */
export function ResetPasswordForm({ email, by, onBack, onDone }: Props) {
  const form = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { code: '', password: '', confirm: '' },
  });
  // Registered first: when several fields are wrong, the first registered one gets the focus.
  const code = useController({
    control: form.control,
    name: 'code',
    ...(!('link' in by) && { rules: { validate: codeProblem } }),
  });
  const [problem, setProblem] = useState<string>();
  /** The password that an earlier try may have set. */
  const maybeSet = useRef<string>(undefined);

  const enter = async (password: string) => {
    let decision: string | undefined;
    await logIn(email, password, { onDecision: (token) => (decision = token) });
    navigate(decision === undefined ? '/feed' : '/appeal', { replace: true, state: decision });
  };
  const submit = form.handleSubmit(async ({ code, password }) => {
    setProblem(undefined);
    try {
      await asGuest((comer) =>
        api(resetPassword, { body: { code: 'link' in by ? by.link : code, password, email, ...comer } }),
      );
    } catch (error) {
      if (mayBeDone(error)) maybeSet.current = password;
      const failed = () => setProblem(failureOf(error, 'link' in by));
      // If the password is right, that try has used up the code.
      if (isStatus(error, 400) && maybeSet.current === password)
        return await enter(password).then(onDone, failed);
      return failed();
    }
    onDone();
    try {
      await enter(password);
    } catch (error) {
      warn('The password was reset, but signing in with it failed.', error);
      showToast(words.forgot.done, { tone: 'good' });
      navigate('/login', { replace: true });
    }
  });

  const { errors } = form.formState;
  return (
    <SetupScreen
      named
      title={words.forgot.resetTitle}
      text={'link' in by ? words.forgot.linkText(email) : words.forgot.resetText(email)}
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
      {!('link' in by) && <CodeField form={form} code={code} {...by} setProblem={setProblem} />}
      <PasswordField
        label={words.forgot.password}
        autoComplete="new-password"
        error={errors.password?.message}
        {...settled(
          form.register('password', { validate: resetPasswordProblem, ...recheck(form, 'confirm') }),
        )}
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

function failureOf(error: unknown, byLink: boolean): string {
  if (byLink && isStatus(error, 400)) return words.forgot.linkFailed;
  return refusalText(error, words.forgot.failed, words.forgot.resetFailed);
}

type CodeFieldProps = Codes & {
  form: UseFormReturn<Fields>;
  code: UseControllerReturn<Fields, 'code'>;
  setProblem: (problem: string | undefined) => void;
};

function CodeField({ form, code, secondsLeft, resend, setProblem }: CodeFieldProps) {
  const [busy, setBusy] = useState(false);
  useEffect(() => form.setFocus('code'), [form]);
  const sendAgain = async () => {
    setProblem(undefined);
    setBusy(true);
    try {
      await resend();
      form.resetField('code');
      showToast(words.forgot.sentAgain, { tone: 'good' });
    } catch (error) {
      setProblem(refusalText(error, words.forgot.sendFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <CodeInput
        label={words.forgot.code}
        value={code.field.value}
        onChange={code.field.onChange}
        error={code.fieldState.error?.message}
        ref={code.field.ref}
      />
      <ResendLink left={secondsLeft} busy={busy} onResend={() => void sendAgain()} />
    </div>
  );
}
