import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { readJson, tabStore } from './storage.ts';

const PREFIX = 'draft:';

/** Returns what the user typed but has not sent yet. Drafts last while the tab is open, also over reloads. */
export function readDraft<T extends object>(key: string): Partial<T> {
  const draft = readJson(tabStore, PREFIX + key);
  return typeof draft === 'object' && draft !== null && !Array.isArray(draft) ? draft : {};
}

export function writeDraft(key: string, draft: object): void {
  tabStore.write(PREFIX + key, JSON.stringify(draft));
}

export function clearDraft(key: string): void {
  tabStore.remove(PREFIX + key);
}

/** Stores the named fields of a form as the user types; a password is never among them. */
export function useFormDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  key: string,
  fields: readonly (keyof T & string)[],
): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          writeDraft(key, Object.fromEntries(fields.map((field) => [field, values[field]]))),
      }),
    [form, key, fields],
  );
}
