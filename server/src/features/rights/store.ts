import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

export interface ExportRow {
  requestedAt: Date;
  /** Null while the copy is being made. */
  expiresAt: Date | null;
}

/** Records a request for a copy, replacing an earlier one. False if one made since `since` is still pending. */
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

/** Bytes of a copy that one query reads. They arrive as text, so a whole copy would take three times its size. */
const PART_BYTES = 1024 * 1024;

/** Returns the file of a user’s copy; undefined if it has expired or was replaced meanwhile. */
export async function readFile(db: Db, userId: string, now: Date): Promise<Buffer<ArrayBuffer> | undefined> {
  const copy = await findExport(db, userId, now);
  if (!copy?.expiresAt) return undefined;
  const parts: Uint8Array[] = [];
  for (let from = 1; ; from += PART_BYTES) {
    const { rows } = await sql<{ part: Uint8Array }>`
      SELECT substring(file FROM ${from} FOR ${PART_BYTES}) AS part FROM data_exports
      WHERE user_id = ${userId} AND expires_at = ${copy.expiresAt}`.execute(db);
    if (!rows[0]) return undefined;
    parts.push(rows[0].part);
    if (rows[0].part.length < PART_BYTES) return Buffer.concat(parts);
  }
}

/** Saves the copy of a request. False if another one was saved for it meanwhile, or the request is gone. */
export async function saveFile(
  db: Db,
  { userId, requestedAt }: { userId: string; requestedAt: Date },
  file: Uint8Array,
  expiresAt: Date,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE data_exports SET file = ${Buffer.from(file)}, expires_at = ${expiresAt}
    WHERE user_id = ${userId} AND requested_at = ${requestedAt} AND expires_at IS NULL
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** Deletes expired copies, and requests from before `since` without a copy. */
export async function deleteExpired(db: Db, since: Date, now: Date): Promise<void> {
  await sql`
    DELETE FROM data_exports
    WHERE expires_at <= ${now} OR (expires_at IS NULL AND requested_at < ${since})`.execute(db);
}
