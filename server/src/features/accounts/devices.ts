import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../lib/keys.ts';

export type Devices = ReturnType<typeof createDevices>;

/**
 * Issues and checks the keys that mark a device on which a user has signed in. An attacker who guesses passwords has
 * none, and cannot use up the tries of known devices. A key is for the address as typed, not for its mailbox: some
 * providers deliver what looks like a tag or an ignored dot to another person.
 */
export function createDevices({ keys }: { keys: Pick<Keys, 'devices' | 'previous'> }) {
  const sealOf = (id: string, email: string, key = keys.devices) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, email]))
      .digest('base64url');

  return {
    /** Returns the id of the device if this is a valid key for the address. */
    read(key: string | undefined, email: string): string | undefined {
      const [id = '', given = ''] = (key ?? '').split('.');
      const a = Buffer.from(given);
      const right = [keys.devices, keys.previous?.devices].some((one) => {
        const b = Buffer.from(sealOf(id, email, one));
        return a.length === b.length && timingSafeEqual(a, b);
      });
      return right ? id : undefined;
    },

    make(email: string): string {
      const id = randomBytes(12).toString('base64url');
      return `${id}.${sealOf(id, email)}`;
    },
  };
}
