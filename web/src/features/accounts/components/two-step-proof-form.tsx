import * as refusals from '@herenow/contract/refusals';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../two-step-words.ts';

type Fields = { password: string; code: string };
type Props = {
  submit: string;
  busyText: string;
  busy: boolean;
  problem: string | null;
  /** Asks for a code, too. */
  withCode?: boolean;
  danger?: boolean;
  onSubmit: (fields: Fields) => void;
};

/** Asks who it is before anything changes. */
export function ProofForm({ submit, busyText, busy, problem, withCode, danger, onSubmit }: Props) {
  const form = useForm<Fields>({ defaultValues: { password: '', code: '' } });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
    >
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', {
          validate: (value) => (value === '' ? refusals.currentPasswordRequired.text : undefined),
        })}
      />
      {withCode && (
        <TextField
          label={words.offCode}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          error={errors.code?.message}
          {...form.register('code', {
            validate: (value) => (value.trim() === '' ? refusals.codeIncomplete.text : undefined),
          })}
        />
      )}
      <InlineError>{problem}</InlineError>
      <Button type="submit" block variant={danger ? 'danger' : 'primary'} busy={busy} busyText={busyText}>
        {submit}
      </Button>
    </form>
  );
}
