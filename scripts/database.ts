import pg from 'pg';
import { createInterface } from 'node:readline/promises';
import { readConfig } from '../server/src/config.ts';
import { connect } from '../server/src/database/connect.ts';
import { findDatabase, openEmbedded } from '../server/src/database/own-database.ts';
import { createLog } from '../server/src/lib/log.ts';
import { withSecretFiles } from '../server/src/lib/secret-files.ts';
import { StartError } from '../server/src/lib/start-error.ts';

const USAGE = `Looks into the database: the one of DATABASE_URL, or the embedded one below DATA_DIR, whether or not a server
runs on it.

  npm run database                     takes statements, each ended by a semicolon, until the end of input
  npm run database -- "SELECT …"       prints what one statement returns
  npm run database -- --write …        may change something, too

Instead of a statement, \\d lists the tables and \\d users the columns of one.
`;

const TABLES = `SELECT relname AS table, nullif(reltuples, -1)::bigint AS rows,
    pg_size_pretty(pg_total_relation_size(oid)) AS size
  FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace(quote_ident(current_schema())) ORDER BY relname`;
const COLUMNS = `SELECT column_name AS column, data_type AS type, is_nullable AS null, column_default AS default
  FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`;

const args = process.argv.slice(2);
const statement = args.filter((arg) => arg !== '--write').join(' ');
if (statement === '--help') process.stdout.write(USAGE);
// To SQL it would be a comment, and the statement behind it would do nothing.
else if (/^-+[\w-]+(?:\s|$)/.test(statement)) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else
  try {
    await look();
  } catch (error) {
    if (!(error instanceof StartError || error instanceof pg.DatabaseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }

async function look(): Promise<void> {
  await using undo = new AsyncDisposableStack();
  // Reads only the environment variables that lead to the database.
  const { DATABASE_URL, DATA_DIR } = withSecretFiles(process.env);
  const { databaseUrl, dataDir } = readConfig({ DATABASE_URL, DATA_DIR });
  const connectionString =
    (await findDatabase({ databaseUrl, dataDir })) ??
    undo.use(await openEmbedded({ dataDir, log: createLog('warn') })).connectionString;
  const client = await connect(connectionString);
  undo.defer(() => client.end());
  if (!args.includes('--write')) await client.query('SET default_transaction_read_only = on');
  if (statement === '') await converse(client);
  else await show(client, statement);
}

/** Runs statements until the input ends; a statement that fails prints its error and does not end the loop. */
async function converse(client: pg.Client): Promise<void> {
  const { stdin: input, stdout: output } = process;
  const lines = createInterface({ input, output, terminal: input.isTTY, prompt: 'herenow> ' });
  const ask = () => input.isTTY && lines.prompt();
  let text = '';
  ask();
  for await (const line of lines) {
    text += `${line}\n`;
    const whole = /;\s*$|^\s*\\d/.test(text);
    if (whole) await show(client, text.trim()).catch((error: Error) => console.error(error.message));
    if (whole || text.trim() === '') text = '';
    ask();
  }
}

async function show(client: pg.Client, text: string): Promise<void> {
  const [, table] = /^\\d\s*(\w*)/.exec(text) ?? [];
  const query =
    table === undefined ? client.query(text) : table ? client.query(COLUMNS, [table]) : client.query(TABLES);
  for (const { command, rows, rowCount } of [await query].flat()) {
    if (rows.length > 0) console.table(rows.map(flat));
    else console.log(`${command} ${rowCount ?? 0}`);
  }
}

/** Writes out what a table would name only by its kind, such as [Object]. */
function flat(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => {
      if (Buffer.isBuffer(value)) return [name, `\\x${value.toString('hex')}`];
      const isDeep = typeof value === 'object' && value !== null && !(value instanceof Date);
      return [name, isDeep ? JSON.stringify(value) : value];
    }),
  );
}
