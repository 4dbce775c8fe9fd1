import { randomBytes } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { isSameText, keyedHash } from '../../lib/keyed-hash.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Account } from './users-store.ts';

const MADE_AT_BYTES = 6;
const ID_BYTES = MADE_AT_BYTES + 12;

export interface Device {
  id: string;
  /** When it signed in for the first time, in milliseconds. */
  madeAt: number;
}

/** The account that a key is for, with its password of now. */
type KeyOwner = Pick<Account, 'id' | 'passwordHash'>;

export type Devices = ReturnType<typeof createDevices>;

/**
 * Issues and checks the keys that mark a device on which a user has signed in. An attacker who guesses passwords has
 * none, and cannot use up the tries of known devices. A key ends with the password: whoever held one does not go on
 * unnoticed after it was changed.
 */
export function createDevices({ keys, clock }: { keys: Pick<Keys, 'devices' | 'previous'>; clock: Clock }) {
  const sealOf = (id: string, owner: KeyOwner, key = keys.devices) =>
    keyedHash(key, JSON.stringify([id, owner.id, owner.passwordHash]));
  const keyOf = (id: string, owner: KeyOwner): string => `${id}.${sealOf(id, owner)}`;

  return {
    read(key: string | undefined, owner: KeyOwner): Device | undefined {
      const [id = '', given = ''] = (key ?? '').split('.');
      const right = [keys.devices, keys.previous?.devices].some((one) =>
        isSameText(given, sealOf(id, owner, one)),
      );
      return right ? { id, madeAt: Buffer.from(id, 'base64url').readUIntBE(0, MADE_AT_BYTES) } : undefined;
    },

    make(owner: KeyOwner): string {
      const bytes = randomBytes(ID_BYTES);
      bytes.writeUIntBE(clock.now().getTime(), 0, MADE_AT_BYTES);
      return keyOf(bytes.toString('base64url'), owner);
    },

    /** Returns the key of a known device for the owner’s next password. */
    renew: ({ id }: Device, owner: KeyOwner): string => keyOf(id, owner),
  };
}
