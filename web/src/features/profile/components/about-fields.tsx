import { PRONOUNS } from '@herenow/contract/constants';
import { dateOfBirthProblem, dateOfBirthRange, nameProblem } from '@herenow/contract/rules';
import * as refusals from '@herenow/contract/refusals';
import type { UseFormReturn } from 'react-hook-form';
import { settled } from '../../../lib/after-press.ts';
import { serverNow } from '../../../lib/clock.ts';
import { useMe } from '../../../lib/session.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../words.ts';

export type AboutFields = {
  username: string;
  gender: string;
  dateOfBirth: string;
  /** Edited in the profile only, not in the setup. */
  bio: string;
};

/**
 * Returns whether a date of birth is that of a minor. A half-typed year, such as 0019, never is, so this need not wait
 * until the field is left.
 */
function isTooYoung(dateOfBirth: string): boolean {
  return dateOfBirthProblem(dateOfBirth, new Date(serverNow())) === refusals.tooYoung.text;
}

/** Returns whether the required fields are filled in by an adult. */
export function aboutComplete({ username, gender, dateOfBirth }: AboutFields): boolean {
  return username.trim() !== '' && gender !== '' && dateOfBirth !== '' && !isTooYoung(dateOfBirth);
}

type Props = { form: UseFormReturn<AboutFields>; tooYoung: string };

/** The fields for name, pronouns and date of birth. */
export function AboutFieldset({ form, tooYoung }: Props) {
  const { dateOfBirth: saved } = useMe();
  const { errors } = form.formState;
  const range = dateOfBirthRange(new Date(serverNow()));
  return (
    <>
      <TextField
        label={words.profile.name}
        placeholder={words.profile.namePlaceholder}
        autoComplete="nickname"
        enterKeyHint="next"
        error={errors.username?.message}
        {...settled(form.register('username', { validate: nameProblem }))}
      />
      <SelectField
        label={words.profile.pronouns}
        placeholder={words.profile.pronounsPlaceholder}
        options={PRONOUNS}
        error={errors.gender?.message}
        {...settled(
          form.register('gender', {
            validate: (value) => (value === '' ? refusals.pronounsRequired.text : undefined),
          }),
        )}
      />
      <DateField
        label={words.profile.dateOfBirth}
        min={range.min}
        max={range.max}
        autoComplete="bday"
        hint={words.profile.dateNote}
        error={isTooYoung(form.watch('dateOfBirth')) ? tooYoung : errors.dateOfBirth?.message}
        {...settled(
          form.register('dateOfBirth', {
            // The saved one stays valid, even once the user has turned 81.
            validate: (value) =>
              value === saved ? undefined : dateOfBirthProblem(value, new Date(serverNow()), tooYoung),
          }),
        )}
      />
    </>
  );
}
