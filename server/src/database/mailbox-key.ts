import { sql } from 'kysely';
import type pg from 'pg';
import type { Keys } from '../lib/keys.ts';
import { createSeal } from '../lib/seal.ts';
import { StartError } from '../lib/start-error.ts';
import { sharedSecret } from './secrets.ts';
import type { Db } from './db.ts';

const NAME = 'mailbox-key';

/**
 * Returns the key that hashes mailboxes, which is stored in the database, sealed with the secret. It outlives the
 * secret, since nobody could compute those hashes again. Throws a StartError, and leaves the stored key as it is, if
 * neither secret opens it.
 */
export async function keepMailboxKey(db: Db, keys: Keys): Promise<string> {
  const seal = createSeal<string>(keys.seals, keys.previous?.seals);
  const sealedNow = (key: string) => seal.seal(key, NAME);
  const kept = await sharedSecret(db, NAME, () => sealedNow((keys.previous ?? keys).mailboxes));
  if (seal.isCurrent(kept, NAME)) return seal.open(kept, NAME);
  const key = opened(() => seal.open(kept, NAME));
  await sql`UPDATE secrets SET value = ${sealedNow(key)} WHERE name = ${NAME}`.execute(db);
  return key;
}

/** Returns whether one of these secrets sealed the stored key, if there is one yet. */
export async function opensMailboxKey(
  client: pg.ClientBase,
  keys: readonly Pick<Keys, 'seals'>[],
): Promise<boolean> {
  const { rows } = await client.query<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [NAME]);
  return rows.every(({ value }) => keys.some(({ seals }) => createSeal(seals).isCurrent(value, NAME)));
}

/** Deletes the stored key, whose secret is lost; the next start makes a new one. */
export async function forgetMailboxKey(client: pg.ClientBase): Promise<void> {
  await client.query('DELETE FROM secrets WHERE name = $1', [NAME]);
}

function opened(open: () => string): string {
  try {
    return open();
  } catch (error) {
    throw new StartError(
      'This database belongs to another token secret. Set TOKEN_SECRET to that one (where Herenow made it, it stands ' +
        'in DATA_DIR/token-secret), or TOKEN_SECRET_PREVIOUS while you replace it. If it is lost for good, see ' +
        '"Replacing the token secret" in docs/operations.md.',
      { cause: error },
    );
  }
}
