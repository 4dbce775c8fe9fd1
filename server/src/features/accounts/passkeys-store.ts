import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';

export interface StoredPasskey {
  id: string;
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Returns a user’s passkeys in the order in which they were added. */
export async function listPasskeys(db: Db, userId: string): Promise<StoredPasskey[]> {
  return await db
    .selectFrom('passkeys')
    .select([
      'id',
      'credential_id as credentialId',
      'public_key as publicKey',
      'sign_count as signCount',
      'transports',
      'name',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Returns false if any account already has this passkey. */
export async function insertPasskey(db: Db, userId: string, passkey: StoredPasskey): Promise<boolean> {
  const row = await db
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      user_id: userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: passkey.transports,
      name: passkey.name,
      created_at: passkey.createdAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function notePasskeyUse(db: Db, id: string, signCount: number, now: Date): Promise<void> {
  await db
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: now })
    .where('id', '=', id)
    .execute();
}

/** Deletes a passkey and returns its name; undefined if the user has no such passkey. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/**
 * Marks a challenge as used, identified by the time it was made. Returns false if it, or a later one, was used before,
 * or the second factor is off.
 */
export async function useChallenge(db: Db, userId: string, madeAt: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE second_factors SET last_challenge = ${madeAt}
    WHERE user_id = ${userId} AND confirmed_at IS NOT NULL AND last_challenge < ${madeAt}
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}
