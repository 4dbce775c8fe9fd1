/** A part of a text, from `start` to before `end`, and what takes its place. */
export type Edit = { start: number; end: number; text: string };

/** Makes all edits, of which no two may overlap. */
export function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code);
}
