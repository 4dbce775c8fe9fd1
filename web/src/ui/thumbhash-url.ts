import { thumbHashToDataURL } from 'thumbhash';

const known = new Map<string, string | undefined>();

/** Returns what `thumbhashUrl` has already drawn for this hash, if anything. */
export function knownThumbhashUrl(hash: string | null | undefined): string | undefined {
  return hash ? known.get(hash) : undefined;
}

/** Returns a data URL of the blurred image in a base64 ThumbHash; undefined when it is missing or unreadable. */
export function thumbhashUrl(hash: string | null | undefined): string | undefined {
  if (!hash) return undefined;
  if (!known.has(hash)) known.set(hash, decode(hash));
  return known.get(hash);
}

function decode(hash: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(hash), (char) => char.charCodeAt(0));
    return bytes.length >= 5 ? thumbHashToDataURL(bytes) : undefined;
  } catch {
    return undefined;
  }
}
