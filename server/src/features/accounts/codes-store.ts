import { CODE_TRIES } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

export type Purpose = 'verify' | 'reset';

export interface NewCode {
  id: string;
  userId: string;
  purpose: Purpose;
  codeHash: string;
  clientHash: string;
  createdAt: Date;
  expiresAt: Date;
}

type TriedCode = Pick<NewCode, 'id' | 'userId' | 'codeHash'>;

/** Replaces the code, if any, that a user has requested from this network for this purpose. */
export async function putCode(db: Db, code: NewCode): Promise<void> {
  const { id, userId, purpose, codeHash, clientHash, createdAt, expiresAt } = code;
  await sql`
    DELETE FROM codes WHERE user_id = ${userId} AND purpose = ${purpose} AND client_hash = ${clientHash}`.execute(
    db,
  );
  await sql`
    INSERT INTO codes (id, user_id, purpose, code_hash, client_hash, created_at, expires_at)
    VALUES (${id}, ${userId}, ${purpose}, ${codeHash}, ${clientHash}, ${createdAt}, ${expiresAt})`.execute(
    db,
  );
}

/** Whom a code is for, for what, and the network that requested it. */
type Asked = Pick<NewCode, 'userId' | 'purpose' | 'clientHash'>;

export async function findLatest(db: Db, asked: Asked): Promise<{ createdAt: Date } | undefined> {
  const { userId, purpose, clientHash } = asked;
  const { rows } = await sql<{ createdAt: Date }>`
    SELECT created_at AS "createdAt" FROM codes
    WHERE user_id = ${userId} AND purpose = ${purpose} AND client_hash = ${clientHash}
    ORDER BY created_at DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Whether somebody has used up tries of a code that could still be valid. */
export async function isSpent(db: Db, { userId, purpose, clientHash }: Asked, now: Date): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM codes
    WHERE user_id = ${userId} AND purpose = ${purpose} AND client_hash = ${clientHash}
      AND used_at IS NULL AND expires_at > ${now}
      AND greatest(tries, foreign_tries, unnamed_tries) >= ${CODE_TRIES}`.execute(db);
  return rows.length > 0;
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
  const { rows } = await sql`
    UPDATE codes SET used_at = ${now} WHERE id = ${id} AND used_at IS NULL RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function listUsed(db: Db, userId: string, purpose: Purpose): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    SELECT code_hash AS hash FROM codes
    WHERE user_id = ${userId} AND purpose = ${purpose} AND used_at IS NOT NULL`.execute(db);
  return rows.map(({ hash }) => hash);
}

export async function deleteCodes(db: Db, userId: string, purpose: Purpose): Promise<void> {
  await sql`DELETE FROM codes WHERE user_id = ${userId} AND purpose = ${purpose}`.execute(db);
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await sql`DELETE FROM codes WHERE expires_at <= ${now}`.execute(db);
}
