import { STEP, type Pronouns } from '@herenow/contract/constants';
import { useForm } from 'react-hook-form';
import { readDraft, useFormDraft } from '../../../lib/form-drafts.ts';
import { showFirstError } from '../../../lib/show-first-error.ts';
import { useMe } from '../../../lib/session.ts';
import { aboutComplete, AboutFieldset, type AboutFields } from '../components/about-fields.tsx';
import { SetupStep } from '../components/setup-step.tsx';
import { words } from '../words.ts';

const KEPT = ['username', 'gender', 'dateOfBirth'] as const;

export default function ProfileSetupScreen() {
  const me = useMe();
  const draft = `profile:${me.id}`;
  const form = useForm<AboutFields>({
    mode: 'onTouched',
    defaultValues: {
      // A new account's name is the part of the email before the @.
      username: me.registrationStep > STEP.created ? me.username : '',
      gender: me.gender ?? '',
      dateOfBirth: me.dateOfBirth ?? '',
      bio: '',
      ...readDraft<AboutFields>(draft),
    },
  });
  useFormDraft(form, draft, KEPT);
  const fields = form.watch();
  return (
    <SetupStep
      step={STEP.profile}
      title={words.profile.title}
      draft={draft}
      shown={fields}
      values={() => {
        const { username, gender, dateOfBirth } = form.getValues();
        return { username: username.trim(), gender: gender as Pronouns, dateOfBirth };
      }}
      check={(save) => form.handleSubmit(save, showFirstError)()}
      ready={aboutComplete(fields) && !form.formState.errors.dateOfBirth}
    >
      <AboutFieldset form={form} tooYoung={words.profile.tooYoung} />
    </SetupStep>
  );
}
