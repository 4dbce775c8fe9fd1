import { domainToUnicode } from 'node:url';
import { keyedHash } from './keyed-hash.ts';

/** Returns a domain as DNS knows it: in lower case, with punycode for other letters; undefined if it is no domain. */
export function asciiDomain(domain: string): string | undefined {
  const name = URL.parse(`http://${domain}`)?.hostname;
  // The parser does not check punycode; labels that decode to nothing stay as they were.
  if (
    !name ||
    domainToUnicode(name)
      .split('.')
      .some((label) => label.startsWith('xn--'))
  )
    return undefined;
  return name.split('.').every((label) => label.length > 0 && label.length <= 63) ? name : undefined;
}

/** Providers whose mailboxes ignore dots, each with the one domain that stands for all of its domains. */
const IGNORING_DOTS: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
  'proton.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
};

/** Returns an email as emails are compared and stored. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Normalises all spellings of a mailbox: lower case, without a tag, without dots if the provider ignores them, the
 * domain in punycode. Only for comparing; mail goes to the address as typed.
 */
export function mailboxOf(email: string): string {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const domain = asciiDomain(address.slice(at + 1)) ?? address.slice(at + 1);
  const tagged = address.slice(0, at);
  const local = tagged.replace(/(?<=.)\+.*$/s, '');
  const provider = IGNORING_DOTS[domain];
  if (provider === undefined) return `${local}@${domain}`;
  return `${local.replaceAll('.', '')}@${provider}`;
}

/** Identifies the mailbox of an email without revealing it. What is kept to protect other users is keyed by it. */
export type HashMailbox = (email: string) => string;

export function createMailboxHash(secret: string): HashMailbox {
  return (email) => keyedHash(secret, mailboxOf(email));
}

/** Identifies a text that somebody is barred from, without revealing it. */
export type HashText = (text: string) => string;

/** Hashes of what is kept to protect other users. */
export const createKeptHashes = (secret: string): { hashMailbox: HashMailbox; hashText: HashText } => ({
  hashMailbox: createMailboxHash(secret),
  hashText: (text) => keyedHash(secret, `text ${text}`),
});
