import { addPasskey, beginPasskey } from '@herenow/contract/passkeys';
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '@herenow/contract/webauthn';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { ok } from './encounters.ts';
import { api, PASSWORD } from './people.ts';
import type { Authenticator } from './second-factor.ts';

/** Deviations of an authenticator or browser from the correct behaviour. */
export interface Quirks {
  origin?: string;
  rpId?: string;
  /** Whether the authenticator verified the user (PIN or fingerprint). */
  verified?: boolean;
  signCount?: number;
  /** Replaces the requested value. */
  type?: string;
}

/** The attestation certificate of an authenticator as DER, and its key. */
export interface Attester {
  certificate: Buffer;
  key: KeyObject;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** An authenticator with one ES256 credential, in the formats of the browser's WebAuthn API. */
export function createPasskey(origin: string, id: Buffer = randomBytes(32)) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const coordinates = [x, y].map((one) => Buffer.from(one, 'base64url'));
  let signCount = 0;

  const clientData = (type: string, challenge: string, quirks: Quirks) =>
    Buffer.from(
      JSON.stringify({
        type: quirks.type ?? type,
        challenge,
        origin: quirks.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (rpId: string, quirks: Quirks, credential?: Buffer) => {
    const flags = PRESENT | (quirks.verified === false ? 0 : VERIFIED) | (credential ? ATTESTED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(quirks.signCount ?? signCount);
    const parts = [sha256(quirks.rpId ?? rpId), Buffer.of(flags), count];
    return Buffer.concat(credential ? [...parts, credential] : parts);
  };
  const named = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
  };

  return {
    id: named.id,

    /** Returns the result of `navigator.credentials.create`. */
    make(
      options: Pick<CreationOptions, 'challenge'> & { rp: { id: string } },
      quirks: Quirks & { statement?: Encodable; format?: string; attestedBy?: Attester } = {},
    ): Attestation {
      const key = encode(
        new Map<number, Encodable>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, coordinates[0]!],
          [-3, coordinates[1]!],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const client = clientData('webauthn.create', options.challenge, quirks);
      const data = authenticatorData(options.rp.id, quirks, credential);
      const attested = quirks.attestedBy && statementOf(quirks.attestedBy, data, client);
      const object = new Map<string, Encodable>([
        ['fmt', attested ? 'packed' : (quirks.format ?? 'none')],
        ['attStmt', attested ?? quirks.statement ?? new Map()],
        ['authData', data],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: encode(object).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Returns the result of `navigator.credentials.get`, and increments the signature counter. */
    sign(options: Pick<RequestOptions, 'challenge' | 'rpId'>, quirks: Quirks = {}): Assertion {
      signCount = quirks.signCount ?? signCount + 1;
      const data = authenticatorData(options.rpId, quirks);
      const client = clientData('webauthn.get', options.challenge, quirks);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
export type TestPasskey = ReturnType<typeof createPasskey>;

/** A challenge that the server never issued. */
export const NO_CHALLENGE = { challenge: 'AAAA', rp: { id: 'localhost' }, rpId: 'localhost' };

/** Adds a passkey for a user with two-step sign-in; uses up a recovery code. */
export async function addTestPasskey(
  server: { url: string; config: { publicUrl: string } },
  { token }: { token: string },
  { recoveryCodes }: Authenticator,
): Promise<TestPasskey> {
  const made = createPasskey(server.config.publicUrl);
  const body = { password: PASSWORD, code: recoveryCodes.shift()! };
  const begun = ok(await api(server, beginPasskey, { body, token }));
  ok(await api(server, addPasskey, { body: { name: 'Laptop', credential: made.make(begun.json) }, token }));
  return made;
}

const statementOf = ({ certificate, key }: Attester, data: Buffer, client: Buffer) =>
  new Map<string, Encodable>([
    ['alg', -7],
    ['sig', sign('sha256', Buffer.concat([data, sha256(client)]), key)],
    ['x5c', [certificate]],
  ]);

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

type Encodable = number | string | Buffer | readonly Encodable[] | ReadonlyMap<string | number, Encodable>;

/** Encodes the subset of CBOR that authenticators use. */
function encode(value: Encodable): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (isList(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)]);
  const map = value as ReadonlyMap<string | number, Encodable>;
  return Buffer.concat([head(5, map.size), ...[...map].flatMap(([key, one]) => [encode(key), encode(one)])]);
}

const isList = (value: Encodable): value is readonly Encodable[] => Array.isArray(value);

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.of((major << 5) | argument);
  if (argument < 256) return Buffer.of((major << 5) | 24, argument);
  return Buffer.of((major << 5) | 25, argument >> 8, argument & 0xff);
}
