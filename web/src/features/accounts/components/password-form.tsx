import { updatePassword } from '@herenow/contract/accounts';
import { passwordProblem } from '@herenow/contract/rules';
import * as refusals from '@herenow/contract/refusals';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { settled } from '../../../lib/after-press.ts';
import { api, ApiError, isRefusal } from '../../../lib/api.ts';
import { readSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useProblem } from '../../../ui/use-problem.ts';
import { keepDeviceKey, knownDevice } from '../guest.ts';
import { recheck } from '../recheck.ts';
import { words } from '../words.ts';

type Fields = { current: string; next: string; confirm: string };
const empty: Fields = { current: '', next: '', confirm: '' };

export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const form = useForm<Fields>({ mode: 'onTouched', defaultValues: empty });
  const [problem, setProblem] = useProblem();
  /** The new passwords of tries without an answer: one of them may already be set. */
  const unanswered = useRef(new Set<string>());

  const submit = form.handleSubmit(
    async (fields) => {
      setProblem(fields.next === fields.confirm ? undefined : words.safety.newDiffer);
      if (fields.next !== fields.confirm) return;
      const failure = await change(fields, unanswered.current);
      setProblem(failure);
      if (failure) return;
      // First, as it moves the focus: a field that is left empty complains.
      onChanged();
      form.reset(empty);
      showToast(words.safety.saved, { tone: 'good' });
    },
    ({ confirm }) => setProblem(confirm ? words.safety.newDiffer : undefined),
  );

  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <PasswordField
        label={words.safety.current}
        autoComplete="current-password"
        error={errors.current?.message}
        {...settled(
          form.register('current', {
            validate: (value) => (value === '' ? refusals.currentPasswordRequired.text : undefined),
            ...recheck(form, 'next'),
          }),
        )}
      />
      <PasswordField
        label={words.safety.next}
        autoComplete="new-password"
        error={errors.next?.message}
        {...settled(
          form.register('next', {
            validate: (value, { current }) =>
              passwordProblem(value) ?? (value === current ? refusals.samePassword.text : undefined),
            ...recheck(form, 'confirm'),
          }),
        )}
      />
      <PasswordField
        label={words.safety.confirm}
        autoComplete="new-password"
        error={errors.confirm?.message}
        {...settled(
          form.register('confirm', {
            validate: (value, { next }) => (value === next ? undefined : words.safety.differ),
          }),
        )}
      />
      <InlineError>{problem}</InlineError>
      <Button type="submit" block busy={form.formState.isSubmitting} busyText={words.safety.saving}>
        {words.safety.save}
      </Button>
    </form>
  );
}

/** Returns the text of the problem, if any. */
async function change({ current, next }: Fields, unanswered: Set<string>): Promise<string | undefined> {
  // Reads the storage: this tab is not notified when it is cleared from within.
  const { userId, user } = readSession();
  if (!userId || !user) return words.safety.signInRequired;
  const ask = (oldPassword: string) =>
    api(updatePassword, {
      body: { userId, username: user.email, oldPassword, newPassword: next, ...knownDevice() },
      onHeaders: keepDeviceKey,
    });
  try {
    await ask(current);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) {
      unanswered.add(next);
      return words.safety.noAnswer;
    }
    if (error.status === 403 && unanswered.has(next)) {
      // Only the current password is refused as the same.
      const holds = await ask(next).catch((refused: unknown) => isRefusal(refused, refusals.samePassword));
      if (holds) return undefined;
    }
    return error.status === 403 ? words.safety.wrong : error.text || words.safety.failed;
  }
}
