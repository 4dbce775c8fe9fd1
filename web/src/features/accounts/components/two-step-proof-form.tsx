import { PASSKEY_NAME_MAX } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import type { UseMutationResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../two-step-words.ts';

type Fields = { password: string; code: string; name: string };
type Props = {
  title: string;
  text: string;
  /** Rendered inside the form. */
  children?: ReactNode;
  submit: string;
  busyText: string;
  /** The mutation that needs the proof. */
  step: Pick<UseMutationResult, 'isPending' | 'error'>;
  /** Asks for a code as well, before a protection is removed, replaced or added to. */
  withCode?: boolean;
  danger?: boolean;
  /** Asks for the name of a passkey as well. */
  withName?: boolean;
  /** Returns a text for an error if it says more than the server’s. */
  explain?: (error: unknown, otherwise: string) => string;
  onSubmit: (fields: Fields) => void;
};

/** Asks for the password, and the code if needed, before a change. */
export function ProofForm({ title, text, children, submit, busyText, step, onSubmit, ...more }: Props) {
  const { withCode, danger, withName, explain = errorText } = more;
  const form = useForm<Fields>({ defaultValues: { password: '', code: '', name: '' } });
  const { errors } = form.formState;
  const heading = useId();
  return (
    <form
      noValidate
      aria-labelledby={heading}
      className="flex flex-col gap-4"
      onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}
    >
      <div>
        <h2 id={heading} className="text-title">
          {title}
        </h2>
        <p className="mt-2 text-body text-soft">{text}</p>
      </div>
      {children}
      {withName && (
        <TextField
          label={words.passkeys.name}
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          error={errors.name?.message}
          {...form.register('name', {
            // The server checks the whole rule, which would make the first bundle larger here.
            validate: (value) => (value.trim() === '' ? words.passkeys.nameless : undefined),
          })}
        />
      )}
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
      <InlineError>{step.error && explain(step.error, words.broken)}</InlineError>
      <Button
        type="submit"
        block
        variant={danger ? 'danger' : 'primary'}
        busy={step.isPending}
        busyText={busyText}
      >
        {submit}
      </Button>
    </form>
  );
}
