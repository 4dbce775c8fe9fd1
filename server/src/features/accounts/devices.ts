import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../lib/keys.ts';

export type Devices = ReturnType<typeof createDevices>;

/**
 * Issues and checks the keys that mark a device on which a user has signed in. An attacker who guesses passwords has
 * none, and cannot use up the tries of known devices.
 */
export function createDevices({ keys }: { keys: Pick<Keys, 'devices' | 'previous'> }) {
  const sealOf = (id: string, mailbox: string, key = keys.devices) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, mailbox]))
      .digest('base64url');

  return {
    /** Returns the id of the device if this is a valid key for the mailbox. */
    read(key: string | undefined, mailbox: string): string | undefined {
      const [id = '', given = ''] = (key ?? '').split('.');
      const a = Buffer.from(given);
      const right = [keys.devices, keys.previous?.devices].some((one) => {
        const b = Buffer.from(sealOf(id, mailbox, one));
        return a.length === b.length && timingSafeEqual(a, b);
      });
      return right ? id : undefined;
    },

    make(mailbox: string): string {
      const id = randomBytes(12).toString('base64url');
      return `${id}.${sealOf(id, mailbox)}`;
    },
  };
}
