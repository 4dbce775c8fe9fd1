import { PASSWORD_MIN } from '@herenow/contract/constants';

let common: Promise<ReadonlySet<string>> | undefined;

/** Loads those of the most common passwords that satisfy the password rule: letters, a digit and the minimum length. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = dictionary['passwords-common'];
  return new Set(passwords.filter((one) => one.length >= PASSWORD_MIN && /\d/.test(one) && /\D/.test(one)));
}

/** Whether a password is among the most common, in any case: attackers try those first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load();
  return (await common).has(password.normalize('NFC').toLowerCase());
}
