import type { Kysely } from 'kysely';
import type { Keys } from '../lib/keys.ts';
import { createSeal } from '../lib/seal.ts';
import { sharedSecret } from './secrets.ts';
import type { Database } from './tables.ts';

const NAME = 'mailbox-key';

/**
 * The key of what is kept by mailbox. It stays the same when the secret is replaced, since nobody could make those hashes
 * again, and lies in the database sealed with the secret. With a secret that does not open it, a new key is made.
 */
export async function keepMailboxKey(db: Kysely<Database>, keys: Keys): Promise<string> {
  const seal = createSeal<string>(keys.seals, keys.previous?.seals);
  const sealedNow = (key: string) => seal.seal(key, NAME);
  const kept = await sharedSecret(db, NAME, () => sealedNow((keys.previous ?? keys).mailboxes));
  if (seal.isCurrent(kept, NAME)) return seal.open(kept, NAME);
  const key = opened(() => seal.open(kept, NAME)) ?? keys.mailboxes;
  await db
    .updateTable('secrets')
    .set({ value: sealedNow(key) })
    .where('name', '=', NAME)
    .execute();
  return key;
}

function opened(open: () => string): string | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
