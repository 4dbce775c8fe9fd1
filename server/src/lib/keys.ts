import { hkdfSync } from 'node:crypto';

const PURPOSES = [
  'tokens',
  'codes',
  'limits',
  'photos',
  'seals',
  'mailboxes',
  'devices',
  'proofs',
  'protections',
  'networks',
  'factors',
  'appeals',
  'news',
] as const;

/** One key for each purpose, in base64url: what is made with one says nothing about, and opens nothing of, another. */
export type Keys = Readonly<Record<(typeof PURPOSES)[number], string>>;

/** Derives every key from the one secret of the installation. */
export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `herenow ${purpose}`, 32)).toString('base64url');
  return Object.fromEntries(PURPOSES.map((purpose) => [purpose, derive(purpose)])) as Keys;
}
