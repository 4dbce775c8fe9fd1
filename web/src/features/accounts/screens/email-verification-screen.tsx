import { sendVerificationCode, verifyCode } from '@herenow/contract/accounts';
import { REGISTRATION_STEPS, STEP } from '@herenow/contract/constants';
import { codeProblem } from '@herenow/contract/rules';
import { useEffect, useRef, useState } from 'react';
import { api, isStatus, refusalText } from '../../../lib/api.ts';
import { useFromSettings } from '../../../lib/from-settings.ts';
import { goUp, navigate } from '../../../lib/navigation.tsx';
import { useMe } from '../../../lib/session.ts';
import { useCooldown } from '../../../lib/use-cooldown.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { cardOf, refreshMe, SetupCard, SetupPreview } from '../../profile/index.ts';
import { ResendLink } from '../components/resend-link.tsx';
import { keepDeviceKey } from '../guest.ts';
import { signOut } from '../sign-out.ts';
import { words } from '../words.ts';

export default function EmailVerificationScreen() {
  const me = useMe();
  const fromSettings = useFromSettings();
  const cooldown = useCooldown(`verify:${me.id}`);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'verify' | 'resend' | 'leave'>();
  const [incomplete, setIncomplete] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [wrong, setWrong] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => first.current?.focus(), [tries]);

  const verify = async (entered: string) => {
    setProblem(undefined);
    setWrong(false);
    const missing = codeProblem(entered);
    setIncomplete(missing);
    if (missing || busy) return;
    setBusy('verify');
    try {
      const body = { userId: me.id, email: me.email, code: entered };
      await api(verifyCode, { body, onHeaders: keepDeviceKey });
      await refreshMe();
      navigate(fromSettings ? '/settings' : '/feed', { replace: true });
    } catch (error) {
      if (isStatus(error, 400) && (await isVerified())) return;
      setProblem(refusalText(error, words.verify.broken, words.verify.failed));
      if (!isStatus(error, 400)) return;
      // The next code begins in the first box, and is sent with its last digit like this one.
      setWrong(true);
      setCode('');
      setTries(tries + 1);
    } finally {
      setBusy(undefined);
    }
  };

  const resend = async () => {
    setProblem(undefined);
    setWrong(false);
    setIncomplete(undefined);
    setBusy('resend');
    try {
      await api(sendVerificationCode, { body: { userId: me.id, email: me.email } });
      setCode('');
      cooldown.start();
      showToast(words.verify.sentAgain, { tone: 'good' });
    } catch (error) {
      if (isStatus(error, 400) && (await isVerified())) return;
      if (isStatus(error, 429)) cooldown.start(error.retryAfter);
      setProblem(refusalText(error, words.verify.resendBroken, words.verify.resendFailed));
    } finally {
      setBusy(undefined);
    }
  };

  const leave = () => {
    setBusy('leave');
    void signOut();
  };

  return (
    <SetupScreen
      title={words.verify.title}
      text={
        <>
          {words.verify.sentTo} <bdi className="font-semibold text-ink wrap-anywhere">{me.email}</bdi>.{' '}
          {words.verify.enterIt}
        </>
      }
      beside={<SetupCard card={cardOf(me)} />}
      progress={{ step: STEP.verified, of: REGISTRATION_STEPS }}
      onBack={() => goUp('/photo-setup')}
      onSubmit={(event) => {
        event.preventDefault();
        void verify(code);
      }}
      footer={
        <>
          <Button type="submit" block busy={busy === 'verify'} busyText={words.verify.busy}>
            {words.verify.submit}
          </Button>
          <Button
            variant="ghost"
            block
            busy={busy === 'leave'}
            busyText={words.verify.leaving}
            onClick={leave}
          >
            {words.verify.otherAccount}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <CodeInput
          label={words.verify.code}
          value={code}
          onChange={(next) => {
            setCode(next);
            setIncomplete(undefined);
            setWrong(false);
          }}
          // The last digit submits the form.
          onComplete={(entered) => void verify(entered)}
          error={incomplete}
          wrong={wrong}
          ref={first}
        />
        <InlineError>{problem}</InlineError>
        <ResendLink left={cooldown.left} busy={busy === 'resend'} onResend={() => void resend()} />
      </div>
      <div aria-hidden className="lg:hidden">
        <SetupPreview card={cardOf(me)} />
      </div>
    </SetupScreen>
  );
}

/**
 * Returns whether the email is already verified, by an earlier try whose answer was lost, or elsewhere. Then the guard
 * of this page redirects.
 */
const isVerified = (): Promise<boolean> =>
  refreshMe().then(
    (me) => me.registrationStep >= STEP.verified,
    () => false,
  );
