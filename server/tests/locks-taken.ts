import type { TestApp } from '@herenow/testing/start-app';
import pg from 'pg';

/** A row that a transaction has locked. */
interface Row {
  table: string;
  id: string;
}

/** A statement, and the rows that it locked. */
interface Step {
  text: string;
  rows: Row[];
}

/** The order of ARCHITECTURE.md: people, presences, chats. */
const KEYS = { users: 'id', presences: 'user_id', chats: 'id' };
const TABLES = Object.keys(KEYS);
/**
 * Locks of a reference alone are left out: they wait only for the deletion of the row, and code that takes them late
 * skips locked rows.
 */
const HELD = Object.entries(KEYS)
  .map(
    ([table, key]) => `SELECT '${table}' AS table, t.${key} AS id
    FROM pgrowlocks('${table}') l JOIN ${table} t ON t.ctid = l.locked_row
    WHERE $1 = ANY(l.pids) AND l.modes <> '{For Key Share}'`,
  )
  .join(' UNION ALL ');

type Query = (this: pg.Client, ...given: unknown[]) => Promise<unknown>;

/**
 * Returns what every transaction locked while something ran, statement by statement. PostgreSQL is asked after each
 * statement, so statements that are otherwise sent together are sent one after the other.
 */
export async function locksTaken(app: TestApp, act: () => Promise<unknown>): Promise<Step[][]> {
  const transactions: Step[][] = [];
  const open = new Map<pg.Client, { steps: Step[]; known: Set<string> }>();
  const last = new Map<pg.Client, Promise<unknown>>();
  // Transactions that run at the same time are looked at through it.
  const watcher = new pg.Client({ connectionString: app.config.databaseUrl, pipeline: true });
  await watcher.connect();
  await watcher.query('CREATE EXTENSION IF NOT EXISTS pgrowlocks');
  const query = pg.Client.prototype.query as Query;

  async function look(client: pg.Client, text: string): Promise<void> {
    if (text === 'begin') open.set(client, { steps: [], known: new Set() });
    const transaction = open.get(client);
    if (!transaction) return;
    const { processID } = client as unknown as { processID: number };
    const { rows } = (await query.call(watcher, HELD, [processID])) as { rows: Row[] };
    const fresh = rows.filter(({ table, id }) => !transaction.known.has(table + id));
    for (const { table, id } of fresh) transaction.known.add(table + id);
    if (fresh.length > 0) transaction.steps.push({ text, rows: fresh });
    if (text !== 'commit' && text !== 'rollback') return;
    open.delete(client);
    transactions.push(transaction.steps);
  }

  function watched(this: pg.Client, ...given: unknown[]): Promise<unknown> {
    if (this === watcher || typeof given.at(-1) === 'function') return query.apply(this, given);
    const [config] = given as [string | { text: string }];
    const text = typeof config === 'string' ? config : config.text;
    const asked = (last.get(this) ?? Promise.resolve()).then(() => query.apply(this, given));
    const looked = asked.catch(() => {}).then(() => look(this, text));
    last.set(this, looked);
    return asked;
  }

  Object.assign(pg.Client.prototype, { query: watched });
  try {
    await act();
  } finally {
    Object.assign(pg.Client.prototype, { query });
    // Sweeps may be in the middle of a transaction.
    await Promise.all(last.values());
    await watcher.end();
  }
  return transactions;
}

const placeOf = ({ table, id }: Row): string => `${TABLES.indexOf(table)} ${id}`;

/** Returns the statements that locked a row after one that comes later in the order of all locks. */
export function outOfOrder(transactions: readonly Step[][]): string[] {
  return transactions.flatMap((steps) => {
    let highest = '';
    return steps.flatMap(({ text, rows }) => {
      const places = rows.map(placeOf).toSorted();
      const wrong = places[0]! < highest;
      if (places.at(-1)! > highest) highest = places.at(-1)!;
      return wrong ? [`${places[0]} after ${highest}: ${text}`] : [];
    });
  });
}
