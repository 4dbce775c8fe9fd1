import { randomBytes } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { isSameText, keyedHash } from '../../lib/keyed-hash.ts';
import type { Keys } from '../../lib/keys.ts';

const MADE_AT_BYTES = 6;
const ID_BYTES = MADE_AT_BYTES + 12;

export interface Device {
  id: string;
  /** When its key was made, in milliseconds. */
  madeAt: number;
}

export type Devices = ReturnType<typeof createDevices>;

/**
 * Issues and checks the keys that mark a device on which a user has signed in. An attacker who guesses passwords has
 * none, and cannot use up the tries of known devices. A key is for the address as typed, not for its mailbox: some
 * providers deliver what looks like a tag or an ignored dot to another person.
 */
export function createDevices({ keys, clock }: { keys: Pick<Keys, 'devices' | 'previous'>; clock: Clock }) {
  const sealOf = (id: string, email: string, key = keys.devices) =>
    keyedHash(key, JSON.stringify([id, email]));

  return {
    /** Returns the device if this is a valid key for the address. */
    read(key: string | undefined, email: string): Device | undefined {
      const [id = '', given = ''] = (key ?? '').split('.');
      const right = [keys.devices, keys.previous?.devices].some((one) =>
        isSameText(given, sealOf(id, email, one)),
      );
      return right ? { id, madeAt: Buffer.from(id, 'base64url').readUIntBE(0, MADE_AT_BYTES) } : undefined;
    },

    make(email: string): string {
      const bytes = randomBytes(ID_BYTES);
      bytes.writeUIntBE(clock.now().getTime(), 0, MADE_AT_BYTES);
      const id = bytes.toString('base64url');
      return `${id}.${sealOf(id, email)}`;
    },
  };
}
