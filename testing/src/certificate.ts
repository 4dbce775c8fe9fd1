import { DAY_MS } from '@herenow/contract/constants';
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A tag-length-value of DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
const bits = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes);

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
/** Object identifiers of name attributes and of extensions. */
const COMMON_NAME = '550403';
const COUNTRY = '550406';
const ORGANIZATION = '55040a';
const UNIT = '55040b';
const ALTERNATIVE_NAMES = '551d11';
const BASIC_CONSTRAINTS = '551d13';

const nameOf = (parts: [string, string][]) =>
  sequence(...parts.map(([part, text]) => der(0x31, sequence(oid(part), der(0x0c, Buffer.from(text))))));

function toBeSigned(publicKey: KeyObject, name: Buffer, extensions: Buffer): Buffer {
  const now = Date.now();
  const validity = sequence(utcTime(new Date(now - DAY_MS)), utcTime(new Date(now + 365 * DAY_MS)));
  return sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
}

/** A self-signed certificate as DER, and its key. */
function make(name: [string, string][], extensions: Buffer) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const content = toBeSigned(publicKey, nameOf(name), extensions);
  const signature = bits(sign('sha256', content, privateKey));
  return { key: privateKey, certificate: sequence(content, ECDSA_SHA256, signature) };
}

/** A new self-signed certificate for localhost and 127.0.0.1, and its key; both PEM. */
export function selfSigned(): { key: string; cert: string } {
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(
    sequence(oid(ALTERNATIVE_NAMES), der(0x04, names)),
    sequence(oid(BASIC_CONSTRAINTS), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
  );
  const { key, certificate } = make([[COMMON_NAME, 'localhost']], extensions);
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** The self-signed attestation certificate of a maker of authenticators. */
export function attestationCertificate() {
  const extensions = sequence(sequence(oid(BASIC_CONSTRAINTS), der(0x04, sequence())));
  return make(
    [
      [COUNTRY, 'DE'],
      [ORGANIZATION, 'Somebody'],
      [UNIT, 'Authenticator Attestation'],
      [COMMON_NAME, 'Somebody'],
    ],
    extensions,
  );
}
