import type pg from 'pg';

/** Tables whose rows are worthless a day later, or that are recorded elsewhere. */
const PASSING = [
  'outbox',
  'published_events',
  'nodes',
  'pulse_samples',
  'pulse_moments',
  'occupied_cells',
  'alerts',
  'alert_areas',
  'rate_limits',
  'handouts',
  'moderation_holds',
  'codes',
  'web_assets',
  'data_exports',
  'protections',
  'schema_migrations',
];
/**
 * Presences, conversations, shared dates and selfies are temporary by promise, and a file that is kept for weeks must not
 * tell where people are, so they are saved only on demand.
 */
const TEMPORARY = [
  'presences',
  'chats',
  'messages',
  'message_versions',
  'message_reactions',
  'shared_dates',
  'face_checks',
  'viewpoints',
  'movements',
];
/** The columns of other tables for which the same holds. */
const TEMPORARY_COLUMNS = new Map([['users', new Set(['cell'])]]);

export interface BackedUpTable {
  name: string;
  columns: string[];
}

interface Reference {
  child: string;
  parent: string;
  column: string;
  nullable: boolean;
}

/** Returns the tables that belong in a backup, parents before the tables that reference them. */
export async function listTables(client: pg.ClientBase, chats: boolean): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `SELECT c.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
     FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
     GROUP BY 1 ORDER BY 1`,
  );
  const references = await listReferences(client);
  const left = new Set([...PASSING, ...(chats ? [] : TEMPORARY)]);
  // Tables that require a row of an omitted table are omitted, too.
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const { child, parent, nullable } of references) if (left.has(parent) && !nullable) left.add(child);
  }
  const optional = references.filter(({ parent, nullable }) => left.has(parent) && nullable);
  const tables = rows
    .filter(({ name }) => !left.has(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter(
        (column) =>
          !optional.some((reference) => reference.child === name && reference.column === column) &&
          (chats || !TEMPORARY_COLUMNS.get(name)?.has(column)),
      ),
    }));
  return parentsFirst(tables, references);
}

async function listReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `SELECT c.conrelid::regclass::text AS child, c.confrelid::regclass::text AS parent,
       a.attname::text AS column, NOT a.attnotnull AS nullable
     FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
     WHERE c.contype = 'f' AND c.connamespace = to_regnamespace(quote_ident(current_schema())) AND c.conrelid <> c.confrelid`,
  );
  return rows;
}

function parentsFirst(tables: BackedUpTable[], references: Reference[]): BackedUpTable[] {
  const sorted: BackedUpTable[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const ready = [...waiting].filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && names.has(parent)),
    );
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...names].join(', ')}.`);
    for (const table of ready) waiting.delete(table);
    sorted.push(...ready);
  }
  return sorted;
}
