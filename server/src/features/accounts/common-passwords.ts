import { PASSWORD_MIN } from '@herenow/contract/constants';

let common: Promise<ReadonlySet<string>> | undefined;

/** Of the commonest passwords those that fit the rule of letters, a digit and this length. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = dictionary['passwords-common'];
  return new Set(passwords.filter((one) => one.length >= PASSWORD_MIN && /\d/.test(one) && /\D/.test(one)));
}

/** Whether a password is among the commonest, whatever its case: those are tried first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load();
  return (await common).has(password.normalize('NFC').toLowerCase());
}
