import type pg from 'pg';

/** Every row of every table as text, including the job queue: one line per row, starting with the table's name. */
export async function dumpDatabase(pool: pg.Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    lines.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return lines;
}
