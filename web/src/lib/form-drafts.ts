import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { readJson, tabStore } from './storage.ts';

const PREFIX = 'draft:';

/** Returns what the user typed but has not sent yet. Drafts last while the tab is open, even over reloads. */
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

/**
 * Returns what the user types, which survives reloads and other pages until it is cleared, and the functions that
 * change and clear it. If the key of the draft can change, it must also be the key of the component.
 */
export function useDraft<T extends object>(key: string, initial: T) {
  const [fields, setFields] = useState<T>(() => ({ ...initial, ...readDraft<T>(key) }));
  // A second change may come before the first one renders.
  const latest = useRef(fields);
  const show = (next: T) => setFields((latest.current = next));
  return {
    fields,
    change(part: Partial<T>): void {
      show({ ...latest.current, ...part });
      writeDraft(key, latest.current);
    },
    clear(): void {
      show(initial);
      clearDraft(key);
    },
  };
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
