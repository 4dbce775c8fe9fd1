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
  'passkeys',
] as const;

/** One key for each purpose, in base64url: none reveals or opens anything made with another. */
type DerivedKeys = Readonly<Record<(typeof PURPOSES)[number], string>>;
export type Keys = DerivedKeys & {
  /** The keys of the previous secret, while it is being replaced; what they made is still valid. */
  readonly previous?: Keys | undefined;
};

/** Derives every key from the one secret of the installation, and those of the previous secret if there is one. */
export function deriveKeys(secret: string, previous?: string): Keys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `herenow ${purpose}`, 32)).toString('base64url');
  const keys = Object.fromEntries(PURPOSES.map((purpose) => [purpose, derive(purpose)])) as DerivedKeys;
  return previous === undefined ? keys : { ...keys, previous: deriveKeys(previous) };
}
