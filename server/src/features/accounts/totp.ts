import { CODE_LENGTH } from '@herenow/contract/constants';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Herenow';
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** What every authenticator app supports: RFC 6238 with SHA-1, six digits, a new code every 30 seconds. */
const KIND = { algorithm: 'SHA1', digits: CODE_LENGTH, period: 30 } as const;
/** How many steps the phone’s clock may be off. */
const WINDOW = 1;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the `otpauth:` address of a secret, which an app reads from a QR code. */
export const totpUri = (secret: string, email: string): string =>
  new TOTP({ ...KIND, issuer: ISSUER, label: email, secret: Secret.fromBase32(secret) }).toString();

/** Returns the time step that a code belongs to, if it is the current, the previous or the next one. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const given = { ...KIND, token: code, secret: Secret.fromBase32(secret), timestamp, window: WINDOW };
  const delta = TOTP.validate(given);
  return delta === null ? undefined : TOTP.counter({ period: KIND.period, timestamp }) + delta;
}
