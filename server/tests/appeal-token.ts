/** Returns the token in the link to appeal of a mail, or of a refusal. */
export const appealTokenIn = (text: string): string => /\/appeal#([\w-]+)/.exec(text)![1]!;
