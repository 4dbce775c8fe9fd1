import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

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
  const { rows } = await sql<StoredPasskey>`
    SELECT id, credential_id AS "credentialId", public_key AS "publicKey", sign_count AS "signCount", transports,
      name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
    FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`.execute(db);
  return rows;
}

/** Returns false if any account already has this passkey. */
export async function insertPasskey(db: Db, userId: string, passkey: StoredPasskey): Promise<boolean> {
  const { id, credentialId, publicKey, signCount, transports, name, createdAt } = passkey;
  const { rows } = await sql`
    INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
    VALUES (${id}, ${userId}, ${credentialId}, ${publicKey}, ${signCount}, ${transports}, ${name}, ${createdAt})
    ON CONFLICT (credential_id) DO NOTHING RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function notePasskeyUse(db: Db, id: string, signCount: number, now: Date): Promise<void> {
  await sql`UPDATE passkeys SET sign_count = ${signCount}, last_used_at = ${now} WHERE id = ${id}`.execute(
    db,
  );
}

/** Deletes a passkey and returns its name; undefined if the user has no such passkey. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    DELETE FROM passkeys WHERE user_id = ${userId} AND id = ${id} RETURNING name`.execute(db);
  return rows[0]?.name;
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
