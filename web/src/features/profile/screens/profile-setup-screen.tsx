import { STEP, type Pronouns } from '@herenow/contract/constants';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { errorText } from '../../../lib/api.ts';
import { clearDraft, readDraft, useFormDraft } from '../../../lib/drafts.ts';
import { useFromSettings } from '../../../lib/from-settings.ts';
import { useMe } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { SetupScreen } from '../../../ui/setup-screen.tsx';
import { aboutComplete, AboutFieldset, type AboutFields } from '../components/about-fields.tsx';
import { saveMe } from '../own.ts';
import { words } from '../words.ts';

const KEPT = ['username', 'gender', 'dateOfBirth'] as const;

export function ProfileSetupScreen() {
  const me = useMe();
  const navigate = useNavigate();
  const fromSettings = useFromSettings();
  const draft = `profile:${me.id}`;
  const form = useForm<AboutFields>({
    mode: 'onTouched',
    defaultValues: {
      // At first it is only what stood before the @ of the email.
      username: me.registrationStep > STEP.created ? me.username : '',
      gender: me.gender ?? '',
      dateOfBirth: me.dateOfBirth ?? '',
      ...readDraft<AboutFields>(draft),
    },
  });
  useFormDraft(form, draft, KEPT);
  const [problem, setProblem] = useState<string>();

  const submit = form.handleSubmit(async ({ username, gender, dateOfBirth }) => {
    setProblem(undefined);
    try {
      await saveMe({
        username: username.trim(),
        gender: gender as Pronouns,
        dateOfBirth,
        registrationStep: Math.max(me.registrationStep, STEP.profile),
      });
      clearDraft(draft);
      await navigate(fromSettings ? '/settings' : '/preferences-setup');
    } catch (error) {
      setProblem(errorText(error, words.saveFailed));
    }
  });

  const ready = aboutComplete(form.watch()) && !form.formState.errors.dateOfBirth;
  return (
    <SetupScreen
      title={words.profile.title}
      progress={fromSettings ? undefined : { step: 2, of: 6 }}
      onBack={fromSettings ? () => void navigate('/settings') : undefined}
      onSubmit={submit}
      footer={
        <>
          <InlineError>{problem}</InlineError>
          <Button
            type="submit"
            block
            disabled={!ready}
            busy={form.formState.isSubmitting}
            busyText={words.saving}
          >
            {words.next}
          </Button>
        </>
      }
    >
      <AboutFieldset form={form} tooYoung={words.profile.tooYoung} />
    </SetupScreen>
  );
}
