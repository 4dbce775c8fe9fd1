import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';

export interface ExportRow {
  requestedAt: Date;
  /** Null while the copy is being made. */
  expiresAt: Date | null;
}

/** Records a request for a copy, replacing an earlier one. False: one requested since `since` is still being made. */
export async function putRequest(db: Db, userId: string, since: Date, now: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO data_exports (user_id, requested_at) VALUES (${userId}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET requested_at = ${now}, expires_at = NULL, file = NULL
      WHERE data_exports.expires_at IS NOT NULL OR data_exports.requested_at < ${since}
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** Returns the user’s copy unless it has expired. */
export async function findExport(db: Db, userId: string, now: Date): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    SELECT requested_at AS "requestedAt", expires_at AS "expiresAt" FROM data_exports
    WHERE user_id = ${userId} AND (expires_at IS NULL OR expires_at > ${now})`.execute(db);
  return rows[0];
}

export async function findFile(db: Db, userId: string, now: Date): Promise<Buffer<ArrayBuffer> | undefined> {
  const { rows } = await sql<{ file: Buffer<ArrayBuffer> }>`
    SELECT file FROM data_exports WHERE user_id = ${userId} AND expires_at > ${now}`.execute(db);
  return rows[0]?.file;
}

export async function saveFile(db: Db, userId: string, file: Uint8Array, expiresAt: Date): Promise<void> {
  await sql`
    UPDATE data_exports SET file = ${Buffer.from(file)}, expires_at = ${expiresAt}
    WHERE user_id = ${userId}`.execute(db);
}

/** Deletes expired copies, and requests from before `since` without a copy. */
export async function deleteExpired(db: Db, since: Date, now: Date): Promise<void> {
  await sql`
    DELETE FROM data_exports WHERE expires_at <= ${now} OR (expires_at IS NULL AND requested_at < ${since})`.execute(
    db,
  );
}
