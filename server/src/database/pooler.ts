import type pg from 'pg';

/**
 * PostgreSQL's SQLSTATEs for a prepared statement that is missing, and for one that is there already: those of another
 * connection.
 */
const MIXED_UP = new Set(['26000', '42P05']);

/**
 * Returns whether two connections keep what each has prepared. A pooler may give each transaction another connection to
 * the server, where under the same name another node has prepared another statement, which would then be executed.
 */
export async function keepPrepared(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  // The name is that of one statement here and of another there.
  const asks = async (client: pg.ClientBase, value: 1 | 2) => {
    const asked = { name: 'pooler', text: `SELECT ${value} AS value` };
    return (await client.query<{ value: number }>(asked)).rows[0]!.value === value;
  };
  try {
    const kept = [];
    // While a transaction is open, nobody else has its connection.
    await one.query('BEGIN');
    kept.push(await asks(one, 1), await asks(other, 2));
    await one.query('COMMIT');
    // A pooler that hands out what was released last gives the other one this connection,
    await other.query('BEGIN');
    kept.push(await asks(other, 2), await asks(one, 1));
    await other.query('COMMIT');
    // and now one that hands out what was released first.
    kept.push(await asks(other, 2));
    return kept.every(Boolean);
  } catch (error) {
    if (MIXED_UP.has((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
