import { createHmac, timingSafeEqual } from 'node:crypto';
import { ID_BYTES, idBytes, idOf } from './ids.ts';

const SIGN_BYTES = 16;

/** Signed tokens that each carry one id; only the holder of the key can make them. They never expire. */
export function createSignedIds(key: string) {
  const signOf = (id: Buffer) => createHmac('sha256', key).update(id).digest().subarray(0, SIGN_BYTES);

  return {
    tokenOf(id: string): string {
      const bytes = idBytes(id);
      return Buffer.concat([bytes, signOf(bytes)]).toString('base64url');
    },

    /** Returns the id in a token; undefined: the token is not genuine. */
    read(token: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url');
      const id = bytes.subarray(0, ID_BYTES);
      const genuine =
        bytes.length === ID_BYTES + SIGN_BYTES && timingSafeEqual(bytes.subarray(ID_BYTES), signOf(id));
      return genuine ? idOf(id) : undefined;
    },
  };
}
