import { words } from './filter-words.ts';

/** The empty text, the single value, or how many. */
export function summary(values: readonly string[], empty: string): string {
  if (values.length === 0) return empty;
  return values.length === 1 ? values[0]! : words.filter.selected(values.length);
}
