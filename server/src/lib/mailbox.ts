import { createHmac } from 'node:crypto';
import { domainToUnicode } from 'node:url';

/** The domain as the name system knows it: lower case, and punycode where it has other letters. Undefined: it is none. */
export function asciiDomain(domain: string): string | undefined {
  const name = URL.parse(`http://${domain}`)?.hostname;
  // The parser takes punycode as it comes; what stands for no letters stays as it was.
  if (
    !name ||
    domainToUnicode(name)
      .split('.')
      .some((label) => label.startsWith('xn--'))
  )
    return undefined;
  return name.split('.').every((label) => label.length > 0 && label.length <= 63) ? name : undefined;
}

/** Providers whose mailboxes ignore dots, each with the one domain that stands for all of its own. */
const IGNORING_DOTS: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
  'proton.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
};

/**
 * The one form of all spellings that reach the same mailbox: lower case, without a tag, without dots where the provider
 * ignores them, the domain in punycode. For comparing alone; mail goes to the address as it was typed.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = asciiDomain(address.slice(at + 1)) ?? address.slice(at + 1);
  const tagged = address.slice(0, at);
  const local = tagged.replace(/(?<=.)\+.*$/, '');
  const provider = IGNORING_DOTS[domain];
  if (provider === undefined) return `${local}@${domain}`;
  return `${local.replaceAll('.', '')}@${provider}`;
}

/** Names the mailbox of an email without telling it: what is kept for the protection of others goes by this. */
export type HashMailbox = (email: string) => string;

export function createMailboxHash(secret: string): HashMailbox {
  return (email) => createHmac('sha256', secret).update(mailboxOf(email)).digest('base64url');
}
