import type { OwnUser } from '@herenow/contract/entities';
import { tidyBio, tidyName } from '@herenow/contract/rules';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { clearDraft, readDraft, writeDraft } from '../../lib/form-drafts.ts';
import type { AboutFields } from './components/about-fields.tsx';

const NAMES = ['username', 'gender', 'dateOfBirth', 'bio'] as const;

/**
 * Returns the form of the user's own profile. Fields that the user has not changed follow the record, which another tab
 * or device may change. Changed fields stay, are the draft, and only they are saved.
 */
export function useOwnFields(me: OwnUser, draft: string) {
  const form = useForm<AboutFields>({
    mode: 'onTouched',
    defaultValues: { ...fieldsOf(me), ...readDraft<AboutFields>(draft) },
  });
  const known = useRef(fieldsOf(me));
  useLayoutEffect(() => {
    const next = fieldsOf(me);
    const changed = changesOf(form.getValues(), known.current);
    for (const name of NAMES) if (!(name in changed)) form.setValue(name, next[name]);
    known.current = next;
  }, [form, me]);

  const changes = changesOf(form.watch(), fieldsOf(me));
  const kept = JSON.stringify(changes);
  useEffect(() => {
    if (kept === '{}') clearDraft(draft);
    else writeDraft(draft, JSON.parse(kept) as object);
  }, [draft, kept]);

  return {
    form,
    changes,
    /** Shows what the server made of the fields that were sent, unless the user has typed on. */
    showSaved(sent: Partial<AboutFields>, user: OwnUser): void {
      const saved = fieldsOf(user);
      for (const name of NAMES) if (form.getValues(name) === sent[name]) form.setValue(name, saved[name]);
      // The user may have left the page.
      if (JSON.stringify(readDraft(draft)) === JSON.stringify(sent)) clearDraft(draft);
    },
  };
}

const fieldsOf = ({ username, gender, dateOfBirth, bio }: OwnUser) => ({
  username,
  gender: gender ?? '',
  dateOfBirth: dateOfBirth ?? '',
  bio,
});

/** Returns whether a record has the fields that were sent. */
export const hasFields = (record: OwnUser, sent: Partial<AboutFields>): boolean =>
  Object.keys(changesOf({ ...fieldsOf(record), ...sent }, fieldsOf(record))).length === 0;

/** Returns the fields that differ from the record, as they were typed. */
function changesOf(fields: AboutFields, record: AboutFields): Partial<AboutFields> {
  const tidy = (name: keyof AboutFields, { [name]: text }: AboutFields) =>
    name === 'username' ? tidyName(text) : name === 'bio' ? tidyBio(text) : text;
  const changed = NAMES.filter((name) => tidy(name, fields) !== tidy(name, record));
  return Object.fromEntries(changed.map((name) => [name, fields[name]]));
}
