import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

export interface Factor {
  /** The secret, encrypted. */
  sealed: string;
  recoveryCodes: number;
  begunAt: Date;
  /** Null while it is being set up. */
  since: Date | null;
}

/** Returns a user’s second factor, set up or being set up. */
export async function findFactor(db: Db, userId: string): Promise<Factor | undefined> {
  const { rows } = await sql<Factor>`
    SELECT sealed, cardinality(recovery_hashes) AS "recoveryCodes", created_at AS "begunAt", confirmed_at AS since
    FROM second_factors WHERE user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Begins a setup and replaces an unfinished one. Does nothing if the second factor is already on. */
export async function putBegun(db: Db, userId: string, sealed: string, now: Date): Promise<void> {
  await sql`
    INSERT INTO second_factors (user_id, sealed, created_at) VALUES (${userId}, ${sealed}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET sealed = ${sealed}, created_at = ${now}
      WHERE second_factors.confirmed_at IS NULL`.execute(db);
}

/**
 * Switches on the factor whose setup was begun (`begun`: as it is stored). Returns false if it is already on, or a
 * later setup has replaced it.
 */
export async function confirm(
  db: Db,
  userId: string,
  { begun, sealed, step, hashes }: { begun: string; sealed: string; step: number; hashes: readonly string[] },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE second_factors
    SET confirmed_at = ${now}, sealed = ${sealed}, last_step = ${step}, recovery_hashes = ${hashes}
    WHERE user_id = ${userId} AND sealed = ${begun} AND confirmed_at IS NULL RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** Marks a time step as used. Returns false if it, or a later one, was used before. */
export async function useStep(db: Db, userId: string, step: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE second_factors SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step}
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** Removes a used recovery code. Returns how many are left; undefined if it is wrong or was used before. */
export async function useRecoveryHash(db: Db, userId: string, hash: string): Promise<number | undefined> {
  const { rows } = await sql<{ left: number }>`
    UPDATE second_factors SET recovery_hashes = array_remove(recovery_hashes, ${hash})
    WHERE user_id = ${userId} AND ${hash} = ANY (recovery_hashes)
    RETURNING cardinality(recovery_hashes) AS left`.execute(db);
  return rows[0]?.left;
}

export async function setRecoveryHashes(db: Db, userId: string, hashes: readonly string[]): Promise<void> {
  await sql`UPDATE second_factors SET recovery_hashes = ${hashes} WHERE user_id = ${userId}`.execute(db);
}

/** Deletes a second factor that is on. Returns false if there is none. */
export async function deleteFactor(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM second_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** Deletes setups begun before a moment and never finished. */
export async function deleteBegun(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM second_factors WHERE confirmed_at IS NULL AND created_at < ${before}`.execute(db);
}

/** Deletes what a user has begun to set up. */
export async function deleteBegunOf(db: Db, userId: string): Promise<void> {
  await sql`DELETE FROM second_factors WHERE user_id = ${userId} AND confirmed_at IS NULL`.execute(db);
}

/** Records that the second factor of a user was removed with the operators’ command. */
export async function addReset(db: Db, reset: { id: string; userId: string }, now: Date): Promise<void> {
  await sql`
    INSERT INTO second_factor_resets (id, user_id, reset_at)
    VALUES (${reset.id}, ${reset.userId}, ${now})`.execute(db);
}

/** Returns users to notify that their second factor was removed, and marks them as notified. Skips locked rows. */
export async function takeUntold(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    UPDATE second_factor_resets SET told_at = ${now} WHERE id IN (
      SELECT id FROM second_factor_resets WHERE told_at IS NULL LIMIT 100 FOR UPDATE SKIP LOCKED)
    RETURNING user_id AS "userId"`.execute(db);
  return rows.map(({ userId }) => userId);
}

export async function listSealed(db: Db): Promise<{ userId: string; sealed: string }[]> {
  const { rows } = await sql<{ userId: string; sealed: string }>`
    SELECT user_id AS "userId", sealed FROM second_factors`.execute(db);
  return rows;
}

/** Replaces the encrypted form of a secret, unless the secret has been replaced meanwhile. */
export async function replaceSealed(db: Db, userId: string, from: string, to: string): Promise<void> {
  await sql`
    UPDATE second_factors SET sealed = ${to} WHERE user_id = ${userId} AND sealed = ${from}`.execute(db);
}
