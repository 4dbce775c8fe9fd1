/** The addresses of chats that this tab ends by a block: whoever does that need not be told that they are gone. */
export const endedHere = new Set<string>();
