import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { inTransaction } from '../../database/transaction.ts';
import { cellCube } from '../../lib/cells.ts';

/** How long users who become visible may have to wait for the lock of the sweep. */
const PATIENCE = sql.lit('100ms');
const MOST = 5000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Notes a cell in which a user is about to be visible; waits for others who note the same one. */
export async function noteCell(db: Db, cell: string): Promise<void> {
  await sql`
    INSERT INTO occupied_cells (cell, pos) VALUES (${cell}, ${cellCube(cell)}) ON CONFLICT DO NOTHING`.execute(
    db,
  );
}

/**
 * Forgets cells in which nobody is visible any more. A user who becomes visible notes the cell under a lock of this
 * table that lasts until the commit: once the sweep has its own lock, it sees all of them, and later ones note their
 * cells again. If traffic keeps the sweep from getting the lock, the cells wait for the next sweep.
 */
export async function forgetEmptyCells(db: Db): Promise<void> {
  const empty = sql`NOT EXISTS (SELECT FROM presences p WHERE p.cell = c.cell AND p.status = 'online')`;
  const { rows } = await sql<{ cell: string }>`
    SELECT cell FROM occupied_cells c WHERE ${empty} LIMIT ${MOST}`.execute(db);
  if (rows.length === 0) return;
  const cells = rows.map((row) => row.cell);
  await inTransaction(db, async (trx) => {
    await sql`SET LOCAL lock_timeout = ${PATIENCE}`.execute(trx);
    await sql`LOCK TABLE occupied_cells IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    await sql`DELETE FROM occupied_cells c WHERE cell = ANY(${cells}::text[]) AND ${empty}`.execute(trx);
  }).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
  });
}
