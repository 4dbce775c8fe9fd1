import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { ID_BYTES, idBytes, idOf } from '../../lib/ids.ts';

/**
 * Addresses stay the same within a window, so that a reload fetches nothing; each is valid until the next window ends.
 */
const WINDOW_MS = 6 * 3_600_000;
const VALID_WINDOWS = 2;

const MAC_BYTES = 16;
const PASS_BYTES = ID_BYTES + 4 + MAC_BYTES;

const FOLDER = /(?:^|\/)photos\/([\w-]{24})\//;

export type PhotoAddresses = ReturnType<typeof createPhotoAddresses>;

/** The viewer whom an address is for, and how long it remains valid. */
interface Pass {
  viewerId: string;
  /** Whole seconds. */
  validSeconds: number;
}

/**
 * Addresses of photos, each for one viewer and some hours: `/photos/<key>/<pass>/<file>`. The pass consists of the
 * viewer, the window and a signature of both with the key, so that it cannot be forged or used for another photo. It is
 * no permission: whether the viewer may see the photo is looked up when it is fetched.
 */
export function createPhotoAddresses(options: {
  key: string;
  /** The key of the previous secret, while the secret is being replaced. */
  previousKey?: string | undefined;
  /** The start of each address. If empty, addresses are relative to the host that answers. */
  origin?: string;
  clock: Clock;
}) {
  const { key: secret, previousKey, origin = '', clock } = options;
  const macOf = (key: string, body: Buffer, by: string): Buffer =>
    createHmac('sha256', by).update(key).update(body).digest().subarray(0, MAC_BYTES);

  return {
    /** Returns the folder of a photo’s files for a viewer, with a trailing slash. */
    folderOf(key: string, viewerId: string): string {
      const body = Buffer.alloc(ID_BYTES + 4);
      idBytes(viewerId).copy(body);
      body.writeUInt32BE(Math.floor(clock.now().getTime() / WINDOW_MS), ID_BYTES);
      return `${origin}/photos/${key}/${Buffer.concat([body, macOf(key, body, secret)]).toString('base64url')}/`;
    },

    /** Returns undefined if the pass was not made here, belongs to another photo, or has expired. */
    readPass(key: string, text: string): Pass | undefined {
      const pass = Buffer.from(text, 'base64url');
      if (pass.length !== PASS_BYTES || pass.toString('base64url') !== text) return undefined;
      const body = pass.subarray(0, ID_BYTES + 4);
      const given = pass.subarray(ID_BYTES + 4);
      const ours = [secret, previousKey].some(
        (one) => one !== undefined && timingSafeEqual(given, macOf(key, body, one)),
      );
      if (!ours) return undefined;
      const ends = (body.readUInt32BE(ID_BYTES) + VALID_WINDOWS) * WINDOW_MS;
      const validSeconds = Math.floor((ends - clock.now().getTime()) / 1000);
      if (validSeconds <= 0) return undefined;
      return { viewerId: idOf(body.subarray(0, ID_BYTES)), validSeconds };
    },
  };
}

/** Returns the key in any address ever issued for a photo, with or without an origin or a query. */
export const keyOfUrl = (url: string): string | undefined => FOLDER.exec(url)?.[1];
