import { CODE_TRIES } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Database, Db } from '../../database/tables.ts';

export type Purpose = Database['codes']['purpose'];

export interface NewCode {
  id: string;
  userId: string;
  purpose: Purpose;
  codeHash: string;
  clientHash: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface TriedCode {
  id: string;
  userId: string;
  codeHash: string;
}

/** Replaces the code, if any, that a user has requested from this network for this purpose. */
export async function putCode(db: Db, code: NewCode): Promise<void> {
  const { userId, purpose, clientHash } = code;
  await db
    .deleteFrom('codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('client_hash', '=', clientHash)
    .execute();
  await db
    .insertInto('codes')
    .values({
      id: code.id,
      user_id: code.userId,
      purpose: code.purpose,
      code_hash: code.codeHash,
      client_hash: code.clientHash,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
    })
    .execute();
}

export async function findLatest(
  db: Db,
  { userId, purpose, clientHash }: Pick<NewCode, 'userId' | 'purpose' | 'clientHash'>,
): Promise<{ createdAt: Date } | undefined> {
  return await db
    .selectFrom('codes')
    .select('created_at as createdAt')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('client_hash', '=', clientHash)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/** How many codes one try without an email may match: each is a try at another account. */
const OF_NETWORK = 10;

/**
 * Counts a try on the codes that it may match, and returns them: the codes of one user, or the latest codes that one
 * network requested. Tries without a user, and tries from another network than the one that requested the code, are
 * counted separately, so they never use up the owner’s tries.
 */
export async function takeTry(
  db: Db,
  purpose: Purpose,
  { userId, clientHash }: { userId?: string; clientHash: string },
  now: Date,
): Promise<TriedCode[]> {
  const own = sql`client_hash = ${clientHash}`;
  // As text, or a plan for any purpose could not use the index of one.
  const valid = sql`purpose = ${sql.lit(purpose)} AND used_at IS NULL AND expires_at > ${now}`;
  const { rows } = await (
    userId === undefined
      ? sql<TriedCode>`
      UPDATE codes SET unnamed_tries = unnamed_tries + 1
      WHERE id IN (
        SELECT id FROM codes WHERE ${valid} AND ${own} ORDER BY created_at DESC, id DESC LIMIT ${OF_NETWORK})
        AND ${valid} AND unnamed_tries < ${CODE_TRIES}
      RETURNING id, user_id AS "userId", code_hash AS "codeHash"`
      : sql<TriedCode>`
      UPDATE codes SET tries = tries + (${own})::int, foreign_tries = foreign_tries + (NOT ${own})::int
      WHERE ${valid} AND user_id = ${userId} AND CASE WHEN ${own} THEN tries ELSE foreign_tries END < ${CODE_TRIES}
      RETURNING id, user_id AS "userId", code_hash AS "codeHash"`
  ).execute(db);
  return rows;
}

/** Marks a code as used. Returns false if it has been used or replaced meanwhile. */
export async function useCode(db: Db, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the hashes of a user’s used codes. */
export async function listUsed(db: Db, userId: string, purpose: Purpose): Promise<string[]> {
  const rows = await db
    .selectFrom('codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is not', null)
    .execute();
  return rows.map(({ code_hash }) => code_hash);
}

export async function deleteCodes(db: Db, userId: string, purpose: Purpose): Promise<void> {
  await db.deleteFrom('codes').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('codes').where('expires_at', '<=', now).execute();
}
