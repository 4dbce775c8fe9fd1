import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { minus } from '../../lib/clock.ts';

/**
 * Records that users who hold a socket are here, if their presence has no end. Users whom another transaction has
 * locked wait for the next sweep: two nodes that record the same people would otherwise deadlock.
 */
export async function noteHere(db: Db, sessionIds: readonly string[], now: Date): Promise<void> {
  if (sessionIds.length === 0) return;
  await sql`
    UPDATE users SET last_active_at = ${now} FROM (
      SELECT u.id FROM sessions s JOIN presences p ON p.user_id = s.user_id AND p.online_until IS NULL
      JOIN users u ON u.id = s.user_id
      WHERE s.id = ANY(${sessionIds}::uuid[]) AND s.ended_at IS NULL
      FOR NO KEY UPDATE OF u SKIP LOCKED) AS here
    WHERE users.id = here.id`.execute(db);
}

/**
 * Sets the end of presences without one, `keptMs` after the user was last here, once that time is over. The sweep then
 * ends them like any other.
 */
export async function endAbandoned(db: Db, keptMs: number, now: Date): Promise<void> {
  await sql`
    UPDATE presences SET status = 'incognito', online_until = gone.at FROM (
      SELECT p.user_id, u.last_active_at + ${keptMs} * interval '1 millisecond' AS at
      FROM presences p JOIN users u ON u.id = p.user_id
      WHERE p.online_until IS NULL AND u.last_active_at <= ${minus(now, keptMs)}
      FOR NO KEY UPDATE OF p SKIP LOCKED) AS gone
    WHERE presences.user_id = gone.user_id`.execute(db);
}
