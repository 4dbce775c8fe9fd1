/** A character that can be seen, one newer than this Unicode too; blank Braille counts as a symbol. */
const SEEN = /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}\p{Cn}\p{Co}]/u;

/** Whether a text shows nothing: it has only spaces, invisible characters and marks without a letter. */
export const isBlank = (text: string): boolean => !SEEN.test(text);
