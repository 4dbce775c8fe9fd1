/**
 * On the device from a sign-in until a user signs out: without it, and without a session, tabs delete their drafts,
 * which they keep if the session ended elsewhere.
 */
export const KEEPS_DRAFTS = 'keepsDrafts';
