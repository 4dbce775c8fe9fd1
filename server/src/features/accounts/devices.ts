import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../lib/keys.ts';

export type Devices = ReturnType<typeof createDevices>;

/**
 * A device on which somebody has signed in keeps a key that says so. A guesser of passwords has none, and
 * cannot use up the tries of those who have one.
 */
export function createDevices({ keys }: { keys: Pick<Keys, 'devices' | 'previous'> }) {
  const sealOf = (id: string, mailbox: string, key = keys.devices) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, mailbox]))
      .digest('base64url');

  return {
    /** The id of the device if this is its key for the mailbox. */
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
