import * as z from 'zod/mini';
import { PASSKEYS } from './constants.ts';
import { id, listOf, nullableTimestamp, timestamp } from './entities.ts';
import { maybe } from './optional.ts';

/** Base64url without padding. */
const base64url = (most: number) => z.string().check(z.maxLength(most), z.regex(/^[\w-]+$/));
/** By WebAuthn, a credential id has at most 1,023 bytes. */
const credentialId = base64url(1364);
const transports = listOf(z.string().check(z.maxLength(20)), 10);
const PUBLIC_KEY = z.literal('public-key');
const credential = z.object({ id: credentialId, type: PUBLIC_KEY, transports });

export const passkey = z.object({
  id,
  name: z.string(),
  created: timestamp,
  /** Null: never used. */
  lastUsedAt: nullableTimestamp,
});
export type Passkey = z.output<typeof passkey>;

/** The options for creating a credential: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: listOf(z.object({ type: PUBLIC_KEY, alg: z.int() }), 10),
  excludeCredentials: listOf(credential, PASSKEYS),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  /** Milliseconds. */
  timeout: z.int(),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** The options for signing in: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: listOf(credential, PASSKEYS),
  userVerification: z.literal('required'),
  /** Milliseconds. */
  timeout: z.int(),
});
export type RequestOptions = z.output<typeof requestOptions>;

/** A signed assertion: `AuthenticationResponseJSON` of WebAuthn. */
export const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: PUBLIC_KEY,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
  }),
});
export type Assertion = z.output<typeof assertion>;

/** A created credential: `RegistrationResponseJSON` of WebAuthn. */
export const attestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: PUBLIC_KEY,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(8000),
    transports: maybe(transports),
  }),
});
export type Attestation = z.output<typeof attestation>;
