import { words } from './filter-words.ts';

/** Returns the text for an empty selection, the single value, or the number of values. */
export function summary(values: readonly string[], empty: string): string {
  if (values.length === 0) return empty;
  return values.length === 1 ? values[0]! : words.filter.selected(values.length);
}
