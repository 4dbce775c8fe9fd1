import { STOMP_SUBPROTOCOLS, STOMP_VERSIONS, StompError, type StompVersion } from '@herenow/contract/stomp';

/** The versions a connection may use: none above that of the agreed subprotocol; without one, all. */
const versionsOf = (subprotocol: string) =>
  STOMP_VERSIONS.slice(Math.max(0, STOMP_SUBPROTOCOLS.indexOf(subprotocol)));

/** Returns the versions as an ERROR frame lists them. */
export const supportedVersions = (subprotocol: string): string =>
  versionsOf(subprotocol).toReversed().join(',');

/** Returns the highest version that both support; a client that names none speaks 1.0. */
export function negotiateVersion(
  acceptVersion: string | undefined,
  subprotocol: string,
): StompVersion | undefined {
  if (acceptVersion === undefined) return '1.0';
  const accepted = acceptVersion.split(',').map((version) => version.trim());
  return versionsOf(subprotocol).find((version) => accepted.includes(version));
}

/** Returns the best subprotocol offered; false if the client offers only subprotocols that are not STOMP. */
export function chooseSubprotocol(offered: ReadonlySet<string>): string | false {
  return STOMP_SUBPROTOCOLS.find((protocol) => offered.has(protocol)) ?? false;
}

/** The largest 32-bit integer, which clients use for “never”. */
const LONGEST = 2_147_483_647;

export interface HeartBeats {
  /** Milliseconds within which the server sends something; 0 for never. */
  outgoing: number;
  /** Milliseconds within which the client has promised to send something; 0 for never. */
  incoming: number;
}

/**
 * Negotiates the heart-beats. `interval` is what the server offers and asks for. Version 1.0 has none. Throws
 * StompError for a malformed header.
 */
export function negotiateHeartBeats(
  header: string | undefined,
  version: StompVersion,
  interval: number,
): HeartBeats {
  if (header === undefined || version === '1.0') return { outgoing: 0, incoming: 0 };
  const match = /^\s*(\d{1,10})\s*,\s*(\d{1,10})\s*$/.exec(header);
  if (!match || Number(match[1]) > LONGEST || Number(match[2]) > LONGEST)
    throw new StompError(
      'Malformed heart-beat header',
      `The header heart-beat must be two numbers of milliseconds up to ${LONGEST} and a comma.`,
    );
  const [canSend, wants] = [Number(match[1]), Number(match[2])];
  const slower = (client: number) => (client === 0 || interval === 0 ? 0 : Math.max(client, interval));
  return { outgoing: slower(wants), incoming: slower(canSend) };
}
