import { ShieldCheck } from 'lucide-react';
import { REGISTRATION_STEPS, STEP } from '@herenow/contract/constants';
import { duplicateEmail, passwordCommon } from '@herenow/contract/refusals';
import { emailProblem, passwordProblem } from '@herenow/contract/rules';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { settled } from '../../../lib/after-press.ts';
import { ApiError, isRefusal } from '../../../lib/api.ts';
import { clearDraft, readDraft, useFormDraft } from '../../../lib/form-drafts.ts';
import { findPosition, LocationError } from '../../../lib/geolocation.ts';
import { leaveToStart } from '../../../lib/leave.ts';
import { navigate } from '../../../lib/navigation.tsx';
import type { WindowEventName } from '../../../lib/window-events.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { closeToast } from '../../../ui/toast.tsx';
import { DocumentDialog, type DocumentName } from '../components/document-dialog.tsx';
import { TextLink, textLinkClass } from '../components/text-link.tsx';
import { locationProblem } from '../location-problem.ts';
import { register as registerAccount } from '../sign-in.ts';
import { words } from '../words.ts';

type Fields = { email: string; password: string; accepted: boolean };

const DRAFT = 'register';
const KEPT = ['email', 'accepted'] as const;

export default function RegisterScreen() {
  const form = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', accepted: false, ...readDraft<Fields>(DRAFT) },
  });
  useFormDraft(form, DRAFT, KEPT);
  const [explaining, setExplaining] = useState(false);
  const [document, setDocument] = useState<DocumentName>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const create = async () => {
    setExplaining(false);
    setBusy(true);
    try {
      const { place } = await findPosition();
      // The permission was denied before and is granted now.
      closeToast('locationPermissionDenied' satisfies WindowEventName);
      const { email, password } = form.getValues();
      await registerAccount(email, password, place);
      clearDraft(DRAFT);
      navigate('/profile-setup', { replace: true });
    } catch (error) {
      setProblem(registrationProblem(error));
    } finally {
      setBusy(false);
    }
  };

  const { errors } = form.formState;
  const [email, password, accepted] = form.watch(['email', 'password', 'accepted']);
  const ready = email !== '' && password !== '' && accepted && !errors.email && !errors.password;
  return (
    <SetupScreen
      title={words.register.title}
      text={words.register.text}
      progress={{ step: STEP.created, of: REGISTRATION_STEPS }}
      onBack={leaveToStart}
      onSubmit={form.handleSubmit(() => {
        setProblem(undefined);
        setExplaining(true);
      })}
      footer={
        <>
          <InlineError>{problem && <p className="whitespace-pre-line">{problem}</p>}</InlineError>
          <Button type="submit" block disabled={!ready} busy={busy} busyText={words.register.busy}>
            {words.register.next}
          </Button>
          <p className="text-center text-small text-soft">
            {words.register.member} <TextLink to="/login">{words.register.logIn}</TextLink>
          </p>
        </>
      }
    >
      <EmailField
        label={words.register.email}
        enterKeyHint="next"
        error={errors.email?.message}
        {...settled(form.register('email', { validate: emailProblem }))}
      />
      <PasswordField
        label={words.register.password}
        autoComplete="new-password"
        hint={words.register.passwordHint}
        error={errors.password?.message}
        {...settled(form.register('password', { validate: passwordProblem }))}
      />
      <CheckboxField
        label={
          <>
            {words.register.accept} <DocumentLink name="terms" onOpen={setDocument} /> {words.register.and}{' '}
            <DocumentLink name="privacy" onOpen={setDocument} />
          </>
        }
        {...settled(form.register('accepted', { required: true }))}
      />
      <p className="flex gap-2.5 text-small text-soft">
        <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
        {words.register.safety}
      </p>
      <LocationSheet open={explaining} onOpenChange={setExplaining} onContinue={() => void create()} />
      <DocumentDialog name={document} onClose={() => setDocument(undefined)} />
    </SetupScreen>
  );
}

type LocationSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onContinue: () => void;
};

/** Explains why before the browser asks for the permission. */
function LocationSheet({ open, onOpenChange, onContinue }: LocationSheetProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={words.location.title}
      description={words.location.text}
      footer={
        <Button block onClick={onContinue}>
          {words.location.ok}
        </Button>
      }
    />
  );
}

function DocumentLink({ name, onOpen }: { name: DocumentName; onOpen: (name: DocumentName) => void }) {
  return (
    <button type="button" onClick={() => onOpen(name)} className={textLinkClass}>
      {words.register[name]}
    </button>
  );
}

function registrationProblem(error: unknown): string {
  if (error instanceof LocationError) return locationProblem(error);
  if (isRefusal(error, duplicateEmail) || isRefusal(error, passwordCommon)) return error.text;
  if (!(error instanceof ApiError)) return words.register.failed;
  const { statusText, text } = error;
  // The server's text says why, and how long to wait.
  return (
    words.register.failed +
    (statusText && text && statusText !== text ? `${statusText}\n${text}` : statusText || text)
  );
}
