/** Returns stored date ideas with a capital first letter. */
export const shownIdeas = (ideas: readonly string[]): string[] =>
  ideas.map((idea) => idea.charAt(0).toUpperCase() + idea.slice(1));

/** Returns which of a person's date ideas the user has chosen as well. */
export const commonIdeas = (theirs: readonly string[], mine: readonly string[]): string[] =>
  theirs.filter((idea) => mine.includes(idea));
