import * as refusals from '@herenow/contract/refusals';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isStatus, refusalText } from '../../../lib/api.ts';
import { clearDraft, readDraft, useFormDraft } from '../../../lib/form-drafts.ts';
import { leaveToStart } from '../../../lib/leave.ts';
import { navigate } from '../../../lib/navigation.tsx';
import { useSession } from '../../../lib/session.ts';
import { screenForStep } from '../../../setup-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { TextLink } from '../components/text-link.tsx';
import { logIn, type FactorProof } from '../sign-in.ts';
import { words } from '../words.ts';

type Fields = { email: string; password: string };

const loadCodeStep = () => import('../components/code-step.tsx');
const CodeStep = lazy(loadCodeStep);

const DRAFT = 'login';
const KEPT = ['email'] as const;

export default function LoginScreen() {
  const form = useForm<Fields>({ defaultValues: { email: '', password: '', ...readDraft<Fields>(DRAFT) } });
  useFormDraft(form, DRAFT, KEPT);
  const [problem, setProblem] = useState<string>();
  // This screen stays until the next one has loaded.
  const signedIn = useSession().user !== null;

  /** Set once the password was right and a second step is needed. */
  const [asked, setAsked] = useState<Fields & { withPasskey: boolean }>();
  const enter = async ({ email, password }: Fields, proof?: FactorProof) => {
    let decision: string | undefined;
    const user = await logIn(email, password, { proof, onDecision: (token) => (decision = token) });
    clearDraft(DRAFT);
    const next = decision === undefined ? screenForStep(user.registrationStep) : '/appeal';
    navigate(next, { replace: true, state: decision });
  };

  const submit = form.handleSubmit(async ({ email, password }) => {
    if (email.trim() === '' || password === '') {
      setProblem(words.login.fields);
      form.setFocus(email.trim() === '' ? 'email' : 'password');
      return;
    }
    setProblem(undefined);
    try {
      await enter({ email, password });
    } catch (error) {
      // The sentence is the same; a different code means that the user has passkeys as well.
      if (isStatus(error, 403) && error.text === refusals.factorCodeRequired.text) {
        const withPasskey = error.code === 'factor-or-passkey-required';
        return await loadCodeStep().then(
          () => setAsked({ email, password, withPasskey }),
          () => setProblem(words.login.failed),
        );
      }
      setProblem(isStatus(error, 401) ? words.login.wrong : refusalText(error, words.login.failed));
    }
  });

  if (asked) {
    return (
      <Suspense fallback={null}>
        <CodeStep asked={asked} logIn={(proof) => enter(asked, proof)} onBack={() => setAsked(undefined)} />
      </Suspense>
    );
  }
  return (
    <SetupScreen
      named
      title={words.login.title}
      text={words.login.text}
      onBack={leaveToStart}
      onSubmit={submit}
      footer={
        <>
          <InlineError>{problem && <WithAppeal text={problem} />}</InlineError>
          <Button
            type="submit"
            block
            busy={form.formState.isSubmitting || signedIn}
            busyText={words.login.busy}
          >
            {words.login.submit}
          </Button>
          <p className="text-center text-small text-soft">
            {words.login.newHere} <TextLink to="/register">{words.login.join}</TextLink>
          </p>
        </>
      }
    >
      <EmailField label={words.login.email} autoComplete="username" {...form.register('email')} />
      <div>
        <PasswordField
          label={words.login.password}
          autoComplete="current-password"
          {...form.register('password')}
        />
        <TextLink to="/forgot-password" state={{ email: form.watch('email') }} className="mt-1 text-small">
          {words.login.forgot}
        </TextLink>
      </div>
    </SetupScreen>
  );
}

/** Renders the server's sentence, with a link in place of the address of an appeal at its end. */
function WithAppeal({ text }: { text: string }) {
  const [, said = text, token] = /^(.*?)\S*\/appeal#(\S+)$/s.exec(text) ?? [];
  return (
    <>
      {said}
      {token && (
        <TextLink to="/appeal" state={token} className="ms-1.5">
          {words.login.appeal}
        </TextLink>
      )}
    </>
  );
}
