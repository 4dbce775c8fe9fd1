import { DATE_IDEAS, MAX_DATE_IDEAS } from '@herenow/contract/constants';

/** Returns the ideas of a stored, lowercased list in the spelling and order of the chips. */
export function chosenIdeas(tags: readonly string[]): string[] {
  return DATE_IDEAS.filter((idea) => tags.includes(idea.toLowerCase()));
}

/** *I am open to anything* stands for all 29 ideas. */
export function isOpenToAnything(ideas: readonly string[]): boolean {
  return ideas.length === DATE_IDEAS.length;
}

export function storedIdeas(ideas: readonly string[]): string[] {
  return ideas.map((idea) => idea.toLowerCase());
}

/** Returns the ideas of a stored draft that still exist as chips; undefined if they are no valid selection. */
export function validDraft(draft: unknown): string[] | undefined {
  if (!Array.isArray(draft)) return undefined;
  const known = DATE_IDEAS.filter((idea) => draft.includes(idea));
  return known.length <= MAX_DATE_IDEAS || isOpenToAnything(known) ? known : undefined;
}
