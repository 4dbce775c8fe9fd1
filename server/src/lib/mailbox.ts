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

/** Names the domains of one provider, of which the first stands for all, and what makes its spellings one. */
const provider = (domains: [string, ...string[]], unify = (local: string) => local) =>
  domains.map((domain) => [domain, { domain: domains[0], unify }] as const);

/** Providers where a mailbox has several addresses. */
const PROVIDERS = new Map([
  ...provider(['gmail.com', 'googlemail.com'], (local) => local.replaceAll('.', '')),
  ...provider(['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], (local) =>
    local.replaceAll(/[._-]/g, ''),
  ),
  ...provider(
    ['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'ya.ru', 'narod.ru'],
    (local) => local.replaceAll('-', '.'),
  ),
  ...provider(['icloud.com', 'me.com', 'mac.com']),
]);

/** Domains that a provider gives to each mailbox, whatever stands before the @. */
const OWN_DOMAIN = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/** Returns an email as emails are compared and stored. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Normalises all spellings of a mailbox: lower case, without a tag, without what its provider ignores, the domain in
 * punycode. Only for comparing; mail goes to the address as typed.
 */
export function mailboxOf(email: string): string {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const domain = asciiDomain(address.slice(at + 1)) ?? address.slice(at + 1);
  const [, owner, ownedBy] = OWN_DOMAIN.exec(domain) ?? [];
  if (ownedBy !== undefined) return `${owner}@${ownedBy}`;
  const tagged = address.slice(0, at);
  const local = tagged.replace(/(?<=.)\+.*$/s, '');
  const known = PROVIDERS.get(domain);
  return known ? `${known.unify(local)}@${known.domain}` : `${local}@${domain}`;
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
